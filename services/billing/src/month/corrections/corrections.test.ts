// A tariff turns out to be wrong once months are in the ledger: the difference is charged in the next month, once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { getAccountStatement } from '@kvartplata/contracts/billing/account-reports.ts';
import { applyCycle, type AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import {
  explainCharge,
  listHouseCharges,
  listJobCharges,
  type Charge,
} from '@kvartplata/contracts/billing/charges.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import {
  createCorrection,
  getCorrection,
  listCorrections,
  type CorrectionOutcome,
} from '@kvartplata/contracts/billing/corrections.ts';
import { listCycles, type BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { putTariff } from '../../testing/core-facts.ts';
import {
  ask,
  calculate,
  readAll,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';
import { readWorkbook } from '../../testing/workbook.ts';

const REASON = 'Тариф на содержание исправлен';

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
/** Two months in the ledger, a draft, and one that nobody has opened. */
let first: string;
let second: string;
let third: string;
let fourth: string;

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  [first = '', second = '', third = '', fourth = ''] = house.months.slice(1);
  await bill(first);
  await bill(second);
  await compute(third);
});
after(async () => stand.stop());

async function compute(period: string): Promise<CalculationJob> {
  return calculate(stand.app, owner, { houseId: house.houseId }, period);
}

async function bill(period: string): Promise<AppliedCycle> {
  const { billingCycleId } = await compute(period);
  return apply(billingCycleId);
}

async function apply(cycleId: number): Promise<AppliedCycle> {
  return (await ask(stand.app, owner, applyCycle, { params: { cycleId } })).body;
}

async function correct(
  more: object = {},
  sent: Sent = {},
): Promise<Answered<typeof createCorrection>> {
  const body = { houseId: house.houseId, periodFrom: first, periodTo: second, reason: REASON };
  return ask(stand.app, owner, createCorrection, { ...sent, body: { ...body, ...more } });
}

async function chargesOf(period: string): Promise<readonly Charge[]> {
  const { houseId } = house;
  return readAll(stand.app, owner, listHouseCharges, {
    params: { houseId },
    query: { period, limit: 200 },
  });
}

async function cycleOf(period: string): Promise<BillingCycle> {
  const { organizationId } = house;
  const { body } = await ask(stand.app, owner, listCycles, { query: { organizationId } });
  const [year, month] = period.split('-').map(Number);
  const found = body.items.find((cycle) => cycle.year === year && cycle.month === month);
  assert.ok(found, period);
  return found;
}

function total(amounts: readonly { readonly amount: string }[]): bigint {
  return sumBy(amounts, ({ amount }) => parseKopecks(amount));
}

async function setUpkeep(value: string): Promise<void> {
  await putTariff(stand.coreUrl, owner, { houseId: house.houseId, code: 'upkeep', value });
}

test('without changes there is nothing to correct', async () => {
  for (const dryRun of [true, false]) {
    const { status, body } = await correct({ dryRun });
    assert.deepEqual(
      [status, body.id, body.dryRun, body.months, body.lines, body.amount, body.period],
      [200, null, dryRun, [first, second], [], '0.00', third],
    );
  }
  const query = { houseId: house.houseId };
  assert.deepEqual(await readAll(stand.app, owner, listCorrections, { query }), []);
});

describe('a tariff that is corrected from 34.18 to 35.00', () => {
  let tried: CorrectionOutcome;
  let booked: CorrectionOutcome;

  before(async () => setUpkeep('35.00'));

  test('is a list of differences in a dry run, which stores nothing', async () => {
    const stored = await chargesOf(third);
    ({ body: tried } = await correct({ dryRun: true }));
    assert.deepEqual(
      [tried.id, tried.lineCount, tried.accounts, tried.dryRun],
      [null, 20, 10, true],
    );
    assert.equal(total(tried.lines), parseKopecks(tried.amount));
    // 32.10 m²: 1123.50 − 1097.178
    const [line] = tried.lines;
    assert.deepEqual(
      [line?.accountNumber, line?.serviceCode, line?.correctedPeriod, line?.chargeId],
      ['LS01', 'upkeep', first, null],
    );
    assert.deepEqual(
      [line?.booked, line?.replayed, line?.amount, line?.consumption],
      ['1097.18', '1123.50', '26.32', '0.000000'],
    );
    const [stood] = line?.stood ?? [];
    const charge = (await chargesOf(first)).find(({ id }) => id === stood?.chargeId);
    assert.deepEqual([charge?.serviceCode, charge?.accountNumber], ['upkeep', 'LS01']);
    assert.deepEqual(await chargesOf(third), stored);
  });

  test('names the month next to the range if that differs too, but no draft', async () => {
    assert.deepEqual(tried.neighbours, []);
    for (const [month, neighbour] of [
      [first, second],
      [second, first],
    ] as const) {
      const { body } = await correct({ dryRun: true, periodFrom: month, periodTo: month });
      const left = tried.lines.filter(({ correctedPeriod }) => correctedPeriod === neighbour);
      const [named, ...others] = body.neighbours;
      assert.deepEqual(
        [named?.period, named?.lineCount, parseKopecks(named?.amount ?? ''), others],
        [neighbour, left.length, total(left), []],
      );
    }
  });

  test('is not charged with another amount than the one that was seen', async () => {
    const refused = await correct({ expectedAmount: '0.00' });
    assert.deepEqual([refused.status, refused.problem.code], [409, 'amount-changed']);
    assert.match(refused.problem.detail ?? '', new RegExp(tried.amount));
    const query = { houseId: house.houseId };
    assert.deepEqual(await readAll(stand.app, owner, listCorrections, { query }), []);
  });

  test('is charged in the next month, each line with its cause', async () => {
    const { status, body, headers } = await correct({ expectedAmount: tried.amount });
    booked = body;
    assert.equal(status, 201);
    const params = { correctionId: body.id ?? 0 };
    assert.equal(headers.get('location'), addressOf(getCorrection, { params }));
    const { lines } = body;
    assert.deepEqual(
      lines.map((line) => ({ ...line, chargeId: null })),
      tried.lines,
    );
    const charges = (await chargesOf(third)).filter(({ correctionId }) => correctionId !== null);
    assert.deepEqual(
      new Set(charges.map(({ id }) => id)),
      new Set(lines.map(({ chargeId }) => chargeId)),
    );
    for (const charge of charges) {
      assert.deepEqual(
        [charge.correctionId, charge.calculationJobId, charge.rateType, charge.status],
        [body.id, null, 'recalculation', 'DRAFT'],
      );
      assert.equal(charge.explanation.correction?.reason, REASON);
      const asked = { params: { chargeId: charge.id } };
      const { body: explained } = await ask(stand.app, owner, explainCharge, asked);
      assert.deepEqual([explained.replayedAmount, explained.agrees], [charge.amount, true]);
    }
  });

  test('is kept with its lines', async () => {
    const params = { correctionId: booked.id };
    const { body: kept } = await ask(stand.app, owner, getCorrection, { params });
    assert.deepEqual(kept.lines, booked.lines);
    assert.deepEqual([kept.amount, kept.reason, kept.period], [booked.amount, REASON, third]);
    const query = { houseId: house.houseId };
    const list = await readAll(stand.app, owner, listCorrections, { query });
    assert.deepEqual(
      list.map(({ id }) => id),
      [booked.id],
    );
  });

  test('a second time charges nothing', async () => {
    const { status, body } = await correct();
    assert.deepEqual([status, body.id, body.lineCount], [200, null, 0]);
  });

  test('stays when its month is computed again, and counts in the month’s sums', async () => {
    await compute(third);
    const charges = await chargesOf(third);
    const kept = charges.filter(({ correctionId }) => correctionId !== null);
    assert.deepEqual(
      new Set(kept.map(({ id }) => id)),
      new Set(booked.lines.map(({ chargeId }) => chargeId)),
    );
    const { chargesTotal, accounts } = await cycleOf(third);
    assert.deepEqual([parseKopecks(chargesTotal), accounts], [total(charges), 10]);
  });

  test('is no charge of the job that computes its month', async () => {
    const job = await compute(third);
    const asked = { params: { jobId: job.id }, query: { limit: 200 } };
    const ofJob = await readAll(stand.app, owner, listJobCharges, asked);
    assert.equal(ofJob.length, job.createdCharges);
    assert.ok(ofJob.every(({ correctionId }) => correctionId === null));
  });

  test('goes into the ledger with its month, and no balance drifts', async () => {
    const cycle = await cycleOf(third);
    const applied = await apply(cycle.id);
    assert.equal(applied.totalAmount, cycle.chargesTotal);
    const { houseId } = house;
    const query = { houseId, period: third, limit: 200 };
    const entries = await readAll(stand.app, owner, listLedgerEntries, { query });
    const references = new Set(entries.map(({ referenceId }) => referenceId));
    for (const { chargeId } of booked.lines) assert.ok(references.has(`charge:${chargeId}`));
    await assertInOrder(stand.db);
    const balances = await readAll(stand.app, owner, listAccountBalances, { query: { houseId } });
    const charged = await Promise.all([first, second, third].map(chargesOf));
    assert.equal(
      sumBy(balances, ({ principalDebt }) => parseKopecks(principalDebt)),
      total(charged.flat()),
    );
  });

  test('is shown apart from the month’s own charge on the statement of the account', async () => {
    const [line] = booked.lines;
    const query = { personalAccountId: line?.personalAccountId, period: third };
    const { body } = await ask(stand.app, owner, getAccountStatement, { query });
    assert.deepEqual(
      body.items
        .filter(({ description }) => description === line?.serviceName)
        .map(({ concernedPeriod, debit }) => [concernedPeriod, debit]),
      [
        [first, '26.32'],
        [second, '26.32'],
        [null, '1123.50'],
      ],
    );
    const inWorkbook = { query: { ...query, format: 'xlsx' } };
    const { bytes } = await ask(stand.app, owner, getAccountStatement, inWorkbook);
    const [sheet] = readWorkbook(bytes);
    const rows = (sheet?.rows ?? []).map((cells) => cells.map(({ value }) => value));
    const told = `${line?.serviceName}, за ${monthWords(first).ru}`;
    assert.equal(rows.find((cells) => cells[5] === told)?.[2], 'Перерасчёт');
  });
});

describe('the tariff put back to 34.18 after a month was closed', () => {
  before(async () => {
    const params = { cycleId: (await cycleOf(first)).id };
    assert.equal((await ask(stand.app, owner, closeCycle, { params })).status, 200);
    await setUpkeep('34.18');
  });

  test('reverses what the previous correction added, in the next month', async () => {
    const { status, body } = await correct({ periodTo: third });
    assert.deepEqual([status, body.period, body.lineCount], [201, fourth, 30]);
    const line = body.lines[0];
    assert.deepEqual(
      [line?.booked, line?.replayed, line?.amount],
      ['1123.50', '1097.18', '-26.32'],
    );
    assert.deepEqual(
      line?.stood.map(({ period, amount }) => [period, amount]),
      [
        [first, '1097.18'],
        [third, '26.32'],
      ],
    );
    // The third month itself was computed at 35.00.
    assert.equal(body.lines[2]?.correctedPeriod, third);
  });

  test('opens a month that no job has computed yet', async () => {
    const cycle = await cycleOf(fourth);
    assert.deepEqual([cycle.status, cycle.accounts], ['DRAFT', 10]);
    const charges = await chargesOf(fourth);
    assert.deepEqual([charges.length, total(charges)], [30, parseKopecks(cycle.chargesTotal)]);
    const job = await compute(fourth);
    assert.equal((await chargesOf(fourth)).length, 30 + job.createdCharges);
  });

  test('by five concurrent callers is charged once', async () => {
    await setUpkeep('34.00');
    const answers = await Promise.all(Array.from({ length: 5 }, async () => correct()));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 200, 200, 201],
    );
    const { body } = await correct();
    assert.equal(body.lineCount, 0);
  });

  test('under one idempotency key gives its first answer again', async () => {
    await setUpkeep('34.18');
    const send = async (): Promise<Answered<typeof createCorrection>> =>
      correct({ periodTo: first }, { idempotencyKey: 'upkeep' });
    const [once, again] = [await send(), await send()];
    assert.deepEqual([once.status, again.status], [201, 201]);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(again.body, once.body);
  });
});

test('a charge reversed by a storno no longer stands: it is charged in full', async () => {
  const isUpkeep = ({ serviceCode, accountNumber }: Charge): boolean =>
    serviceCode === 'upkeep' && accountNumber === 'LS01';
  const charge = (await chargesOf(first)).find(isUpkeep);
  const storno = { params: { chargeId: charge?.id }, body: { reason: 'по ошибке' } };
  const { status } = await ask(stand.app, owner, reverseCharge, storno);
  assert.equal(status, 200);
  const { body } = await correct({ periodTo: first, dryRun: true });
  assert.deepEqual(
    body.lines.map(({ accountNumber, booked, amount }) => [accountNumber, booked, amount]),
    [['LS01', '0.00', '1097.18']],
  );
  assert.ok(body.lines[0]?.stood.every(({ chargeId }) => chargeId !== charge?.id));
});
