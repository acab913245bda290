// The chain of a month over real services: snapshot from core → job → DRAFT charges → apply → ledger → balances.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle, type AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import {
  listHouseCharges,
  listJobCharges,
  type Charge,
} from '@kvartplata/contracts/billing/charges.ts';
import { createCycle, listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { assertInOrder } from '../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../testing/billing-stand.ts';
import {
  ask,
  calculate,
  beginIn2010,
  longAfterReadings,
  readAll,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../testing/test-user.ts';

const later = longAfterReadings();
/** The day that decides which months billing has. */
let today: Temporal.PlainDate | undefined;

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;

before(async () => {
  stand = await startBillingStand({ today: () => today ?? moscowDayOf(new Date()) });
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  await beginIn2010(stand.coreUrl, owner, house.organizationId);
});
after(async () => stand.stop());

async function chargesOf(period: string): Promise<readonly Charge[]> {
  const { body } = await ask(stand.app, owner, listHouseCharges, {
    params: { houseId: house.houseId },
    query: { period, limit: 200 },
  });
  return body.items;
}

function monthAt(index: number): string {
  const period = house.months[index];
  assert.ok(period);
  return period;
}

function total(amounts: readonly string[]): bigint {
  return sumBy(amounts, parseKopecks);
}

async function applied(period: string): Promise<AppliedCycle> {
  const job = await calculate(stand.app, owner, { houseId: house.houseId }, period);
  const params = { cycleId: job.billingCycleId };
  return (await ask(stand.app, owner, applyCycle, { params })).body;
}

describe('a calculation', () => {
  test('charges every account for every service and explains each charge', async () => {
    const job = await calculate(stand.app, owner, { houseId: house.houseId }, monthAt(1));
    assert.equal(job.status, 'COMPLETED');
    assert.deepEqual([job.totalAccounts, job.processedAccounts, job.skipped], [10, 10, []]);
    const charges = await chargesOf(monthAt(1));
    assert.equal(charges.length, 70);
    assert.equal(job.createdCharges, 70);
    for (const charge of charges) {
      assert.equal(charge.status, 'DRAFT');
      assert.equal(charge.calculationJobId, job.id);
      const parts = charge.explanation.parts;
      assert.equal(
        total(parts.map((part) => part.amount)),
        parseKopecks(charge.amount),
        charge.explanation.formula,
      );
      assert.match(charge.explanation.source, /Decree 354|Housing Code/);
    }
  });

  test('computes LS01 to the hand-worked kopeck', async () => {
    const ofService = new Map(
      (await chargesOf(monthAt(1)))
        .filter((charge) => charge.accountNumber === 'LS01')
        .map((charge) => [charge.serviceCode, charge]),
    );
    // 4.200 + 0.135 m³ × 49.19 = 213.2387 → 213.24; drained (4.335 + 3.19) × 38.52 = 289.863 → 289.86
    assert.deepEqual(
      [ofService.get('cold-water')?.consumption, ofService.get('cold-water')?.amount],
      ['4.335000', '213.24'],
    );
    // 1 person × 3.19 × 214.87 = 685.4353
    assert.equal(ofService.get('hot-water')?.amount, '685.44');
    assert.deepEqual(
      [ofService.get('water-disposal')?.consumption, ofService.get('water-disposal')?.amount],
      ['7.525000', '289.86'],
    );
    // 1 × 85 kWh × 5.47
    assert.equal(ofService.get('electricity')?.amount, '464.95');
    // 32.10 m² × 34.18 = 1097.178
    assert.equal(ofService.get('upkeep')?.amount, '1097.18');
  });

  test('distributes the common-house volume exactly', async () => {
    const odn = (await chargesOf(monthAt(1))).filter(
      (charge) => charge.serviceCode === 'cold-water-odn',
    );
    const shared = odn.reduce((sum, charge) => sum + Number(charge.consumption) * 1000, 0);
    assert.equal(Math.round(shared), 2980);
    assert.equal(odn[0]?.explanation.house?.shared, '2.980000');
  });

  test('counts a rolled-over meter correctly', async () => {
    const months = await Promise.all(
      [8, 9].map(async (index) => {
        await calculate(stand.app, owner, { houseId: house.houseId }, monthAt(index));
        return (await chargesOf(monthAt(index))).find(
          (charge) => charge.accountNumber === 'LS03' && charge.serviceCode === 'cold-water',
        );
      }),
    );
    const rolled = months.filter((charge) => charge?.explanation.meters?.[0]?.rollover === true);
    assert.equal(rolled.length, 1);
    const [charge] = rolled;
    assert.ok(charge && Number(charge.consumption) > 10 && Number(charge.consumption) < 12);
    assert.match(charge.explanation.formula, /10\^5/);
  });

  test('counts owners where nobody is registered, and splits a month in which a person moves in', async () => {
    const hotWater = (await chargesOf(monthAt(1))).find(
      (charge) => charge.accountNumber === 'LS04' && charge.serviceCode === 'hot-water',
    );
    assert.deepEqual(
      [hotWater?.explanation.parts[0]?.persons, hotWater?.explanation.parts[0]?.personsAreOwners],
      [2, true],
    );
    await calculate(stand.app, owner, { houseId: house.houseId }, monthAt(7));
    const split = (await chargesOf(monthAt(7))).find(
      (charge) => charge.accountNumber === 'LS05' && charge.serviceCode === 'hot-water',
    );
    assert.deepEqual(
      split?.explanation.parts.map((part) => part.persons),
      [3, 4],
    );
  });

  test('charges an account that opened in mid-month for its days', async () => {
    await calculate(stand.app, owner, { houseId: house.houseId }, monthAt(0));
    const upkeep = (await chargesOf(monthAt(0))).find(
      (charge) => charge.accountNumber === 'LS10' && charge.serviceCode === 'upkeep',
    );
    const { daysInMonth, parts } = upkeep?.explanation ?? { daysInMonth: 0, parts: [] };
    assert.equal(parts[0]?.days, daysInMonth - 15);
  });

  test('charges no common-house needs for a month whose house meter shows less than the rooms', async () => {
    await calculate(stand.app, owner, { houseId: house.houseId }, monthAt(4));
    const odn = (await chargesOf(monthAt(4))).filter(
      (charge) => charge.serviceCode === 'cold-water-odn',
    );
    assert.equal(odn.length, 10);
    assert.ok(odn.every((charge) => charge.amount === '0.00'));
  });

  test('of a house again replaces its draft charges', async () => {
    const first = await calculate(
      stand.app,
      owner,
      { organizationId: house.organizationId },
      monthAt(2),
    );
    const drafts = await chargesOf(monthAt(2));
    const second = await calculate(stand.app, owner, { houseId: house.houseId }, monthAt(2));
    const again = await chargesOf(monthAt(2));
    assert.notEqual(first.id, second.id);
    assert.deepEqual(
      again.map(({ amount, consumption }) => [amount, consumption]),
      drafts.map(({ amount, consumption }) => [amount, consumption]),
    );
    const ofJob = async (jobId: number): Promise<number> =>
      (await readAll(stand.app, owner, listJobCharges, { params: { jobId } })).length;
    assert.deepEqual([await ofJob(first.id), await ofJob(second.id)], [0, again.length]);
  });

  test('of a month without readings charges the norm, and says why no common volume is distributed', async () => {
    today = later.day;
    const job = await calculate(stand.app, owner, { houseId: house.houseId }, later.month);
    assert.equal(job.status, 'COMPLETED');
    assert.equal(job.skipped.length, 10);
    assert.equal(job.skipped[0]?.reason, 'house-reading-missing');
    const charges = await chargesOf(later.month);
    const cold = charges.filter((charge) => charge.serviceCode === 'cold-water');
    assert.deepEqual(
      cold.map(({ explanation }) => explanation.rule),
      Array.from({ length: 10 }, () => 'norm-reading-missing'),
    );
    assert.ok(charges.every((charge) => charge.serviceCode !== 'cold-water-odn'));
  });
  after(() => (today = undefined));
});

describe('applying a cycle', () => {
  test('books every charge, updates the balances, and returns the sums', async () => {
    const result = await applied(monthAt(5));
    const charges = await chargesOf(monthAt(5));
    const { houseId } = house;
    const entries = await readAll(stand.app, owner, listLedgerEntries, {
      query: { houseId, period: monthAt(5), limit: 20 },
    });
    assert.equal(result.cycle.status, 'APPLIED');
    assert.equal(result.chargesApplied, charges.length);
    assert.equal(
      result.ledgerEntriesCreated,
      charges.filter((charge) => charge.amount !== '0.00').length,
    );
    assert.equal(result.accountsUpdated, 10);
    assert.equal(total(charges.map((charge) => charge.amount)), parseKopecks(result.totalAmount));
    assert.ok(charges.every((charge) => charge.status === 'APPLIED'));
    assert.equal(total(entries.map((entry) => entry.debit)), parseKopecks(result.totalAmount));
    assert.deepEqual(
      new Set(entries.map((entry) => entry.referenceId)),
      new Set(
        charges.filter((charge) => charge.amount !== '0.00').map((charge) => `charge:${charge.id}`),
      ),
    );
    assert.ok(
      entries.every(
        (entry) =>
          entry.transactionType === 'CHARGE' &&
          entry.debtKind === 'principal' &&
          entry.credit === '0.00',
      ),
    );
    const balances = await readAll(stand.app, owner, listAccountBalances, {
      query: { houseId, limit: 3 },
    });
    assert.equal(
      total(balances.map((balance) => balance.principalDebt)),
      parseKopecks(result.totalAmount),
    );
    await assertInOrder(stand.db);
  });

  test('a second time is refused and books nothing', async () => {
    const query = { organizationId: house.organizationId };
    const { body: cycles } = await ask(stand.app, owner, listCycles, { query });
    const done = cycles.items.find((cycle) => cycle.status === 'APPLIED');
    assert.ok(done);
    const again = await ask(stand.app, owner, applyCycle, { params: { cycleId: done.id } });
    assert.deepEqual([again.status, again.problem.code], [409, 'nothing-to-apply']);
    await assertInOrder(stand.db);
  });

  test('by fifty concurrent callers books once', async () => {
    const job = await calculate(stand.app, owner, { houseId: house.houseId }, monthAt(6));
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () =>
        ask(stand.app, owner, applyCycle, { params: { cycleId: job.billingCycleId } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 409)]);
    await assertInOrder(stand.db);
  });

  test('prevents computing the month again', async () => {
    const [year, month] = monthAt(6).split('-').map(Number);
    const { status, problem } = await ask(stand.app, owner, createCalculationJob, {
      body: { houseId: house.houseId, year, month },
    });
    assert.deepEqual([status, problem.code], [409, 'cycle-not-draft']);
  });

  test('without charges books nothing and is applied', async () => {
    const opened = await ask(stand.app, owner, createCycle, { body: { year: 2021, month: 1 } });
    const params = { cycleId: opened.body.id };
    const { body } = await ask(stand.app, owner, applyCycle, { params });
    assert.deepEqual(
      [body.chargesApplied, body.ledgerEntriesCreated, body.accountsUpdated, body.totalAmount],
      [0, 0, 0, '0.00'],
    );
  });
});
