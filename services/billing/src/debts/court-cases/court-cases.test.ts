// Court cases: the claim is frozen, steps come in order, and the documents state the claim.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAdjustment, reverseAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { cancelInstalment, createInstalment } from '@kvartplata/contracts/billing/instalments.ts';
import { listHouseServices } from '@kvartplata/contracts/core/house-services.ts';
import {
  addCourtCaseStep,
  createCourtCase,
  CourtCaseWithClaim,
  getCourtCase,
  getCourtCaseDocuments,
  listCourtCases,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { Check } from 'typebox/value';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { changePayer, SHOP } from '../../testing/odd-payers.ts';
import { ask, inCore } from '../../testing/test-user.ts';
import { readWorkbook, unzip } from '../../testing/workbook.ts';

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: AccruingHouse;

/** Ten accounts that owe 10,000 for January 2026 and 20,000 for February, with penalties up to 31 May; 500 were paid. */
before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeAccruingHouse(stand);
  const everybody = (amount: string) => house.accounts.map((id) => [id, amount] as const);
  await house.charge('2026-01', everybody('10000.00'));
  await house.charge('2026-02', everybody('20000.00'));
  await house.charge('2026-05', everybody('700.00'));
  for (const personalAccountId of house.accounts.slice(0, 2))
    await house.pay({ personalAccountId, amount: '500.00', paidOn: '2026-04-15' });
  await house.accrue('2026-05-31');
  today = Temporal.PlainDate.from('2026-06-10');
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const account = (index: number): number => house.accounts[index] ?? 0;

async function open(index: number, more: object = {}, idempotencyKey?: string) {
  const body = { personalAccountId: account(index), ...more };
  return house.ask(createCourtCase, {
    body,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
}

async function opened(index: number, more: object = {}): Promise<CourtCaseWithClaim> {
  const { status, body, text } = await open(index, more);
  assert.equal(status, 201, text);
  assert.ok(Check(CourtCaseWithClaim, body));
  return body;
}

async function take(courtCaseId: number, step: string, on: string, more: object = {}) {
  const body = { step, on, reference: `№ ${step}`, ...more };
  return house.ask(addCourtCaseStep, { params: { courtCaseId }, body });
}

async function took(courtCaseId: number, step: string, on: string, more: object = {}) {
  const { status, body, text } = await take(courtCaseId, step, on, more);
  assert.equal(status, 201, text);
  return body;
}

describe('the claim', () => {
  test('has what is overdue, by month and service, and not what is not due yet', async () => {
    const { principal, penalty, total, stateDuty, asOf, claim, now } = await opened(0);
    assert.deepEqual(
      claim.months.map(({ period, dueDate, amount, isTimeBarred }) => [
        period,
        dueDate,
        amount,
        isTimeBarred,
      ]),
      [
        ['2026-01', '2026-02-10', '9500.00', false],
        ['2026-02', '2026-03-16', '20000.00', false],
      ],
    );
    assert.deepEqual([principal, asOf, claim.timeBarred], ['29500.00', '2026-06-10', '0.00']);
    assert.equal(claim.months[0]?.limitationEndsOn, '2029-02-10');
    for (const month of claim.months) {
      const parts = month.services.reduce((sum, { debt }) => sum + Number(debt), 0);
      assert.equal(parts.toFixed(2), month.amount);
    }
    const [, owed] = await house.owed(account(0));
    assert.equal(penalty, owed);
    assert.equal(claim.penalties.countedTo, '2026-05-31');
    assert.equal(Number(total).toFixed(2), (29_500 + Number(penalty)).toFixed(2));
    assert.equal(stateDuty, '2000.00');
    assert.deepEqual(
      claim.payments.map(({ paidOn, amount }) => [paidOn, amount]),
      [['2026-04-15', '500.00']],
    );
    assert.equal(now.difference, '0.00');
  });

  test('stays unchanged when more is paid, and the difference is shown', async () => {
    const frozen = await opened(1);
    await house.pay({ personalAccountId: account(1), amount: '1500.00', paidOn: '2026-06-10' });
    const { body } = await house.ask(getCourtCase, { params: { courtCaseId: frozen.id } });
    assert.deepEqual(body.claim, frozen.claim);
    assert.deepEqual([body.total, body.now.difference], [frozen.total, '-1500.00']);
  });

  test('above 500,000 is refused for an order, and accepted for a claim', async () => {
    const charge = { kind: 'charge', amount: '480000', reason: 'Ущерб', basis: 'Акт № 1' };
    await house.ask(createAdjustment, {
      body: { personalAccountId: account(2), ...charge, period: '2026-03' },
    });
    today = Temporal.PlainDate.from('2026-09-10');
    const { status, problem } = await open(2);
    assert.deepEqual([status, problem.code], [409, 'order-above-limit']);
    const { stateDuty, principal } = await opened(2, { proceeding: 'claim' });
    today = Temporal.PlainDate.from('2026-06-10');
    assert.equal(principal, '510700.00');
    assert.ok(Number(stateDuty) >= 15_000);
  });

  test('divides a month after what was written off of a service', async () => {
    const params = { houseId: house.houseId };
    const { items } = await inCore(stand, house.user).call(listHouseServices, { params });
    const { id: houseServiceId = 0, name = '' } = items[0] ?? {};
    const line = { personalAccountId: account(9), reason: 'Ущерб', basis: 'Акт № 1' };
    for (const more of [
      { kind: 'charge', amount: '300.00' },
      { kind: 'charge', amount: '100.00', houseServiceId },
      { kind: 'discount', amount: '-40.00', houseServiceId, period: '2026-05' },
    ])
      assert.equal((await house.ask(createAdjustment, { body: { ...line, ...more } })).status, 201);
    today = Temporal.PlainDate.from('2026-07-20');
    const { claim } = await opened(9);
    today = Temporal.PlainDate.from('2026-06-10');
    const may = claim.months.find(({ period }) => period === '2026-05');
    assert.equal(may?.amount, '1060.00');
    const debts = may.services.map((service) => [service.name, service.debt]);
    assert.deepEqual(new Map(debts as [string, string][]).get(name), '60.00');
    assert.deepEqual(new Map(debts as [string, string][]).get('Ущерб'), '300.00');
  });

  test('is lowered by penalties that were settled and then given back', async () => {
    const personalAccountId = account(8);
    const [, penalty] = await house.owed(personalAccountId);
    const writeOff = { kind: 'write-off', debtKind: 'penalty', reason: 'Иск', basis: 'Акт № 2' };
    const { status } = await house.ask(createAdjustment, {
      body: { personalAccountId, amount: `-${penalty}`, ...writeOff },
    });
    assert.equal(status, 201);
    const january = (await house.entries(personalAccountId)).find(
      ({ period, transactionType }) => period === '2026-01' && transactionType === 'CHARGE',
    );
    const chargeId = Number(january?.referenceId.replace('charge:', ''));
    await house.ask(reverseCharge, { params: { chargeId }, body: { reason: 'Не его комната' } });
    await house.accrue('2026-05-31');
    const [, givenBack] = await house.owed(personalAccountId);
    assert.ok(Number(givenBack) < 0, givenBack);
    const opening = await opened(8);
    const expected = (20_000 + Number(givenBack)).toFixed(2);
    assert.deepEqual(
      [opening.principal, opening.penalty, opening.total, opening.claim.advance],
      [expected, '0.00', expected, givenBack.replace('-', '')],
    );
    await took(opening.id, 'ended', '2026-06-10');
  });

  test('marks what is time-barred', async () => {
    today = Temporal.PlainDate.from('2029-03-01');
    const { claim } = await opened(3);
    today = Temporal.PlainDate.from('2026-06-10');
    assert.deepEqual(
      claim.months.map(({ isTimeBarred }) => isTimeBarred),
      [true, false, false],
    );
    assert.equal(claim.timeBarred, '10000.00');
  });
});

describe('steps', () => {
  test('go in order up to the bailiffs and the end', async () => {
    const { id, nextSteps, dueOn } = await opened(4);
    assert.deepEqual([nextSteps, dueOn], [['claimed', 'filed', 'ended'], '2026-06-17']);
    today = Temporal.PlainDate.from('2026-11-20');
    await took(id, 'claimed', '2026-06-12');
    await took(id, 'filed', '2026-07-20');
    await took(id, 'ordered', '2026-08-01');
    const { state, stateSince, steps } = await took(id, 'bailiff', '2026-08-30');
    assert.deepEqual([state, stateSince, steps.length], ['bailiff', '2026-08-30', 4]);
    const ended = await took(id, 'ended', '2026-11-01');
    assert.deepEqual([ended.state, ended.nextSteps, ended.dueOn], ['ended', [], null]);
    const another = await opened(4);
    assert.notEqual(another.id, id);
    today = Temporal.PlainDate.from('2026-06-10');
  });

  test('book the court fee once, which comes before the principal, and once more after it was reversed', async () => {
    const { id, stateDuty } = await opened(5);
    const [owedBefore] = await house.owed(account(5));
    const filed = await took(id, 'filed', '2026-06-10', { bookCourtFee: true });
    assert.equal(filed.courtFeeBooked, true);
    assert.ok(filed.steps[0]?.courtFeeAdjustmentId);
    const owedWithFee = await house.owed(account(5));
    assert.equal(Number(owedWithFee[0]) - Number(owedBefore), Number(stateDuty));
    const again = await take(id, 'ordered', '2026-06-10', { bookCourtFee: true });
    assert.deepEqual([again.status, again.problem.code], [409, 'court-fee-booked']);
    const adjustmentId = filed.steps[0].courtFeeAdjustmentId;
    const reversed = await house.ask(reverseAdjustment, {
      params: { adjustmentId },
      body: { reason: 'Не то дело' },
    });
    assert.equal(reversed.status, 200, reversed.text);
    const { body } = await house.ask(getCourtCase, { params: { courtCaseId: id } });
    assert.equal(body.courtFeeBooked, false);
    const ordered = await took(id, 'ordered', '2026-06-10', { bookCourtFee: true });
    assert.deepEqual([ordered.state, ordered.courtFeeBooked], ['ordered', true]);
    assert.deepEqual(await house.owed(account(5)), owedWithFee);
  });

  const cases: readonly (readonly [
    why: string,
    step: string,
    on: string,
    more: object,
    refusal: string,
  ])[] = [
    ['that skip one', 'bailiff', '2026-06-10', {}, '409 step-out-of-order'],
    ['of a day before the last', 'claimed', '2026-06-09', {}, '409 step-out-of-order'],
    ['of tomorrow', 'claimed', '2026-06-11', {}, '400 validation-failed'],
    ['that are none', 'jailed', '2026-06-10', {}, '400 validation-failed'],
    [
      'with a fee of a letter',
      'claimed',
      '2026-06-10',
      { bookCourtFee: true },
      '400 validation-failed',
    ],
    ['of an empty document', 'claimed', '2026-06-10', { reference: '' }, '400 validation-failed'],
    [
      'with a fee and no document',
      'filed',
      '2026-06-10',
      { reference: null, bookCourtFee: true },
      '400 validation-failed',
    ],
  ];
  for (const [why, step, on, more, refusal] of cases)
    test(`${why} are refused`, async () => {
      const { body } = await house.ask(listCourtCases, {
        query: { personalAccountId: account(0), open: 'true' },
      });
      const { status, problem } = await take(body.items[0]?.id ?? 0, step, on, more);
      assert.equal(`${status} ${problem.code}`, refusal);
    });

  test('may be added without a day and a document', async () => {
    const query = { personalAccountId: account(0), open: 'true' } as const;
    const [listed] = (await house.ask(listCourtCases, { query })).body.items;
    const params = { courtCaseId: listed?.id ?? 0 };
    const asked = { params, body: { step: 'claimed' } } as const;
    const { status, body, text } = await house.ask(addCourtCaseStep, asked);
    assert.equal(status, 201, text);
    const [{ on, reference } = {}] = body.steps;
    assert.deepEqual([on, reference, body.stateSince], ['2026-06-10', null, '2026-06-10']);
  });
});

describe('a case is refused', () => {
  test('while another one of the account is open', async () => {
    const { status, problem } = await open(0);
    assert.deepEqual([status, problem.code], [409, 'case-open']);
  });

  test('where nothing is owed', async () => {
    await house.pay({ personalAccountId: account(6), amount: '40000', paidOn: '2026-06-01' });
    const { status, problem } = await open(6);
    assert.deepEqual([status, problem.code], [409, 'no-debt']);
  });

  test('while an instalment plan is kept', async () => {
    today = moscowDayOf(new Date());
    const debtor = await makeAccruingHouse(stand);
    await debtor.charge('2026-01', [[debtor.account, '900.00']]);
    today = Temporal.PlainDate.from('2026-06-10');
    const body = { personalAccountId: debtor.account };
    const plan = {
      ...body,
      months: 3,
      startsOn: '2026-06-10',
      periods: ['2026-01'],
    };
    const { body: agreed } = await debtor.ask(createInstalment, { body: plan });
    const { status, problem } = await debtor.ask(createCourtCase, { body });
    assert.deepEqual([status, problem.code], [409, 'instalment-runs']);
    const params = { instalmentId: agreed.id };
    const { status: cancelled } = await debtor.ask(cancelInstalment, {
      params,
      body: { reason: 'Иск' },
    });
    assert.equal(cancelled, 200);
    assert.equal((await debtor.ask(createCourtCase, { body })).status, 201);
  });

  test('of an organization, for which arbitration courts decide', async () => {
    await changePayer(stand.coreUrl, house.user, account(6), SHOP);
    const { status, problem } = await open(6);
    assert.deepEqual([status, problem.code], [409, 'debtor-is-organization']);
    const { body: cases } = await house.ask(listCourtCases, {
      query: { personalAccountId: account(6) },
    });
    assert.deepEqual(cases.items, []);
  });

  test('before the law of its day is known', async () => {
    today = moscowDayOf(new Date());
    const old = await makeAccruingHouse(stand);
    await old.charge('2023-01', [[old.account, '100.00']]);
    today = Temporal.PlainDate.from('2024-09-07');
    const body = { personalAccountId: old.account };
    const { status, problem } = await old.ask(createCourtCase, { body });
    today = Temporal.PlainDate.from('2026-06-10');
    assert.deepEqual([status, problem.code], [409, 'law-not-known']);
  });

  test('of a stranger, who gets a 404', async () => {
    const stranger = await stand.newUser();
    const body = { personalAccountId: account(7) };
    assert.equal((await ask(stand.app, stranger, createCourtCase, { body })).status, 404);
    const { body: own } = await house.ask(listCourtCases, { query: {} });
    const params = { courtCaseId: own.items[0]?.id ?? 0 };
    assert.equal((await ask(stand.app, stranger, getCourtCase, { params })).status, 404);
  });
});

test('only one of ten concurrent requests opens a case, and one key opens one', async () => {
  const many = await Promise.all(Array.from({ length: 10 }, async () => open(7)));
  assert.equal(many.filter(({ status }) => status === 201).length, 1);
  assert.equal(many.filter(({ status }) => status === 409).length, 9);
  const first = await open(8, {}, 'case-8');
  const second = await open(8, {}, 'case-8');
  assert.deepEqual([first.body.id, second.status], [second.body.id, 201]);
});

test('the documents come as a zip of PDF and a workbook', async () => {
  const { body } = await house.ask(listCourtCases, { query: { personalAccountId: account(0) } });
  const params = { courtCaseId: body.items[0]?.id ?? 0 };
  const { status, headers, bytes } = await house.ask(getCourtCaseDocuments, { params });
  assert.equal(status, 200);
  assert.match(headers.get('content-disposition') ?? '', /filename="delo-\d+-ls01\.zip"/);
  assert.equal(headers.get('content-type'), 'application/zip');
  assert.ok(bytes.length > 10_000);
  const files = unzip(bytes);
  assert.deepEqual(
    [...files.keys()],
    [
      'Претензия.pdf',
      'Заявление о вынесении судебного приказа.pdf',
      'Расчёт задолженности.pdf',
      'Расчёт задолженности.xlsx',
    ],
  );
  const sheets = readWorkbook(files.get('Расчёт задолженности.xlsx') ?? Buffer.alloc(0));
  const leftOut = sheets[0]?.rows.find((row) => row[0]?.value.endsWith('(не входят)'));
  // In the books both stand before the principal.
  assert.match(leftOut?.[0]?.value ?? '', /Судебные расходы прежних дел и проценты за рассрочку/);
  const payments = sheets.find(({ name }) => name === 'Платежи')?.rows ?? [];
  assert.deepEqual(
    payments.map((row) => row[1]?.value),
    ['Источник', 'вручную', '500.00'],
  );
  const penalties = sheets.find(({ name }) => name === 'Пени')?.rows ?? [];
  const parts = new Set(penalties.slice(1).map((row) => row[1]?.value));
  assert.deepEqual(parts, new Set(['ч. 14']));
});
