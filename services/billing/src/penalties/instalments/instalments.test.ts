// Instalment plans: what they cover, what is due each month, their effect on penalties, and how they end.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listAdjustments } from '@kvartplata/contracts/billing/adjustments.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import {
  cancelInstalment,
  createInstalment,
  getInstalment,
  Instalment,
  listInstalments,
} from '@kvartplata/contracts/billing/instalments.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import { Check } from 'typebox/value';
import { debtsInWords, makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { ask } from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: pg.Pool;
/** Every day in the tests is in the past. */
const today = parseDay('2026-11-20');
/** The current day, unless a test sets another. */
let day = today;

before(async () => {
  stand = await startBillingStand({ today: () => day });
  ({ owner } = stand);
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

/** 12000.00 for January, due on 2026-02-10, and 100.00 a month; the other accounts owe nothing. */
async function makeDebtor(months: readonly string[] = []): Promise<AccruingHouse> {
  day = today;
  const house = await makeAccruingHouse(stand);
  await house.charge('2026-01', [[house.account, '12000.00']]);
  for (const month of months) await house.charge(month, [[house.account, '100.00']]);
  await untilInterest();
  return house;
}

async function untilInterest(): Promise<void> {
  await until('the interest of plans is booked', async () => {
    const { rowCount } = await owner.query(
      `select from job_queue.job where name in ('allocation', 'instalment-interest')
         and state in ('created', 'retry', 'active')`,
    );
    return rowCount === 0;
  });
}

const YEAR = { months: 12, startsOn: '2026-08-03', periods: ['2026-01'] };

async function agree(
  house: AccruingHouse,
  plan: object = YEAR,
  on = '2026-08-03',
): Promise<Instalment> {
  const body = { personalAccountId: house.account, ...plan };
  day = parseDay(on);
  const { status, text, body: made } = await house.ask(createInstalment, { body });
  day = today;
  assert.equal(status, 201, text);
  assert.ok(Check(Instalment, made));
  return made;
}

async function stateOn(house: AccruingHouse, id: number, on: string) {
  day = parseDay(on);
  const { body } = await house.ask(getInstalment, { params: { instalmentId: id } });
  day = today;
  return body;
}

async function interestOf(house: AccruingHouse): Promise<readonly string[]> {
  const query = { personalAccountId: house.account, kind: 'instalment-interest' } as const;
  const { body } = await house.ask(listAdjustments, { query });
  return body.items.map(({ period, bookedIn, amount, status }) =>
    [period, bookedIn, amount, status].join(' '),
  );
}

async function accrued(house: AccruingHouse, to: string): Promise<readonly string[]> {
  await house.accrue(to);
  const newest = (await house.accruals()).at(-1);
  return newest === undefined ? [] : debtsInWords(newest);
}

describe('a plan', () => {
  test('divides the debt, with the interest set by law', async () => {
    const house = await makeDebtor();
    const plan = await agree(house);
    assert.deepEqual(
      [plan.state, plan.amount, plan.annualInterest, plan.highestInterest, plan.interest],
      ['active', '12000.00', '17.0000', '17.0000', '1105.00'],
    );
    assert.deepEqual(plan.debts, [{ period: '2026-01', amount: '12000.00' }]);
    assert.deepEqual(plan.schedule.slice(0, 2), [
      {
        period: '2026-08',
        dueDate: '2026-09-15',
        principal: '1000.00',
        interest: '170.00',
        isInterestBooked: false,
        left: '11000.00',
        paid: '0.00',
        state: 'due',
      },
      {
        period: '2026-09',
        dueDate: '2026-10-15',
        principal: '1000.00',
        interest: '155.83',
        isInterestBooked: false,
        left: '10000.00',
        paid: '0.00',
        state: 'due',
      },
    ]);
    assert.equal(plan.schedule.at(-1)?.interest, '14.17');
    const { body } = await house.ask(listInstalments, {
      query: { personalAccountId: house.account },
    });
    assert.deepEqual(
      body.items.map(({ id }) => id),
      [plan.id],
    );
    assert.match(body.items[0]?.address ?? '', /, кв\. \d+$/);
    const { body: broken } = await house.ask(listInstalments, { query: { state: 'broken' } });
    assert.equal(
      broken.items.every(({ state }) => state === 'broken'),
      true,
    );
  });

  test('books its interest with each applied month, once, beside charges and penalties', async () => {
    const house = await makeDebtor();
    await agree(house);
    await house.charge('2026-08', [[house.account, '100.00']]);
    await untilInterest();
    assert.deepEqual(await interestOf(house), ['2026-08 2026-08 170.00 BOOKED']);
    assert.deepEqual(await house.owed(house.account), ['12270.00', '0.00']);
    await house.pay({ personalAccountId: house.account, amount: '1270', paidOn: '2026-09-15' });
    await house.charge('2026-09', [[house.account, '100.00']]);
    await untilInterest();
    assert.deepEqual(await interestOf(house), [
      '2026-09 2026-09 155.83 BOOKED',
      '2026-08 2026-08 170.00 BOOKED',
    ]);
    const entry = (await house.entries(house.account)).find(
      ({ transactionType }) => transactionType === 'ADJUSTMENT',
    );
    assert.deepEqual([entry?.debit, entry?.effectiveOn], ['170.00', '2026-08-31']);
  });

  test('charges less interest after an early payment', async () => {
    const house = await makeDebtor();
    await agree(house);
    await house.charge('2026-08', [[house.account, '100.00']]);
    await untilInterest();
    // 270.00 besides the plan and 6000.00 of it: 6000.00 × 17 % / 12.
    await house.pay({ personalAccountId: house.account, amount: '6270', paidOn: '2026-09-10' });
    await house.charge('2026-09', [[house.account, '100.00']]);
    await untilInterest();
    assert.deepEqual(await interestOf(house), [
      '2026-09 2026-09 85.00 BOOKED',
      '2026-08 2026-08 170.00 BOOKED',
    ]);
  });
});

describe('penalties on debts under a plan', () => {
  // At 9.5 %: 18 days of 12000.00 at 1/300 from 2026-03-13, later 1/130 from day 91, 2026-05-12.
  test('are suspended from its start while it is kept, and each line says why', async () => {
    const house = await makeDebtor();
    const [booked] = await accrued(house, '2026-08-02');
    const { id } = await agree(house);
    await house.charge('2026-08', [[house.account, '100.00']]);
    await untilInterest();
    assert.deepEqual(await accrued(house, '2026-09-15'), [booked]);
    await house.pay({ personalAccountId: house.account, amount: '1270', paidOn: '2026-09-15' });
    assert.deepEqual(await accrued(house, '2026-09-30'), [booked]);
    const { state, paid } = await stateOn(house, id, '2026-09-30');
    assert.deepEqual([state, paid], ['active', '1000.00']);
  });

  test('resume after the second part was missed, and the first stays paid', async () => {
    const house = await makeDebtor();
    const { id } = await agree(house);
    await house.charge('2026-08', [[house.account, '100.00']]);
    await untilInterest();
    await house.pay({ personalAccountId: house.account, amount: '1270', paidOn: '2026-09-15' });
    await house.charge('2026-09', [[house.account, '100.00']]);
    await untilInterest();
    const { endedOn, paid, left, schedule } = await stateOn(house, id, '2026-10-16');
    assert.deepEqual([endedOn, paid, left], ['2026-10-15', '1000.00', '11000.00']);
    assert.deepEqual(
      schedule.slice(0, 3).map((part) => `${part.state} ${part.paid}`),
      ['paid 1000.00', 'missed 0.00', 'ended 0.00'],
    );
  });

  test('resume from the day after a missed part, and the interest ends', async () => {
    const house = await makeDebtor();
    await accrued(house, '2026-08-02');
    const { id } = await agree(house);
    await house.charge('2026-08', [[house.account, '100.00']]);
    await untilInterest();
    await house.pay({ personalAccountId: house.account, amount: '1269.99', paidOn: '2026-09-15' });
    const told = await stateOn(house, id, '2026-09-16');
    assert.deepEqual([told.state, told.endedOn, told.paid], ['broken', '2026-09-15', '999.99']);
    assert.deepEqual(
      told.schedule.slice(0, 2).map(({ state }) => state),
      ['missed', 'ended'],
    );
    const [booked] = await accrued(house, '2026-09-15');
    const [later = ''] = await accrued(house, '2026-09-17');
    // 170.00 of the payment cover the interest, the rest is allocated to January: two days of 10900.01 at 9.5 % / 130.
    assert.match(later, /^2026-01 utilities 15\.93 of /);
    assert.notEqual(booked, later);
    const lines = (await house.accruals()).at(-1)?.debts[0]?.lines ?? [];
    const paused = lines.find(({ basis }) => basis.en.startsWith('Instalment plan'));
    assert.deepEqual(
      [paused?.from, paused?.to, paused?.rate, paused?.amount],
      ['2026-08-03', '2026-09-15', '0.0000', '0.000000000000'],
    );
    await house.charge('2026-09', [[house.account, '100.00']]);
    await untilInterest();
    assert.deepEqual(await interestOf(house), ['2026-08 2026-08 170.00 BOOKED']);
  });

  test('are given back when the payment of a missed part is booked late', async () => {
    const house = await makeDebtor();
    const { id } = await agree(house);
    await house.charge('2026-08', [[house.account, '100.00']]);
    await untilInterest();
    const missed = await accrued(house, '2026-10-01');
    assert.equal((await stateOn(house, id, '2026-10-01')).state, 'broken');
    await house.pay({ personalAccountId: house.account, amount: '1270', paidOn: '2026-09-14' });
    assert.equal((await stateOn(house, id, '2026-10-01')).state, 'active');
    const [given = ''] = await accrued(house, '2026-10-01');
    assert.ok(missed.length > 0 && given.startsWith('2026-01 utilities -'), given);
  });
});

describe('a plan that is cancelled', () => {
  test('reverses the interest of open months, keeps that of closed ones, and books no more', async () => {
    const house = await makeDebtor();
    const { id } = await agree(house);
    const august = await house.charge('2026-08', [[house.account, '100.00']]);
    await untilInterest();
    await house.pay({ personalAccountId: house.account, amount: '1270', paidOn: '2026-09-01' });
    for (const cycleId of [await cycleOf(house, '2026-01'), august.cycleId]) {
      const closed = await house.ask(closeCycle, { params: { cycleId } });
      assert.equal(closed.status, 200, closed.text);
    }
    await house.charge('2026-09', [[house.account, '100.00']]);
    await untilInterest();
    assert.deepEqual(await house.owed(house.account), ['11255.83', '0.00']);
    await cancel(house, id);
    assert.deepEqual(await interestOf(house), [
      '2026-09 2026-09 155.83 REVERSED',
      '2026-08 2026-08 170.00 BOOKED',
    ]);
    assert.deepEqual(await house.owed(house.account), ['11100.00', '0.00']);
  });

  test('ended the day before, and cannot be cancelled again', async () => {
    const house = await makeDebtor();
    const { id } = await agree(house);
    const { state, endedOn, cancelReason } = await cancel(house, id);
    assert.deepEqual([state, endedOn, cancelReason], ['cancelled', '2026-09-09', 'По соглашению']);
    const asked = { params: { instalmentId: id } };
    const again = await house.ask(cancelInstalment, asked);
    assert.deepEqual([again.status, again.problem.code], [409, 'instalment-over']);
    await house.charge('2026-08', [[house.account, '100.00']]);
    await untilInterest();
    assert.deepEqual(await interestOf(house), []);
  });

  test('if cancelled on its first day has never run, and has no last day', async () => {
    const house = await makeDebtor();
    const { id } = await agree(house, { ...YEAR, startsOn: '2026-09-10' }, '2026-09-10');
    const { state, startsOn, endedOn } = await cancel(house, id);
    assert.deepEqual([state, startsOn, endedOn], ['cancelled', '2026-09-10', null]);
  });

  test('needs no reason, nor a body', async () => {
    for (const body of [null, {}]) {
      const house = await makeDebtor();
      const { id } = await agree(house);
      const { state, cancelReason } = await cancel(house, id, body);
      assert.deepEqual([state, cancelReason], ['cancelled', 'Причина не указана']);
    }
  });
});

async function cancel(
  house: AccruingHouse,
  id: number,
  given: { readonly reason?: string } | null = { reason: 'По соглашению' },
): Promise<Instalment> {
  day = parseDay('2026-09-10');
  const asked = { params: { instalmentId: id }, ...(given === null ? {} : { body: given }) };
  const { status, text, body } = await house.ask(cancelInstalment, asked);
  day = today;
  assert.equal(status, 200, text);
  return body;
}

async function cycleOf(house: AccruingHouse, period: string): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    'select id from billing_cycles where organization_id = $1 and period = $2::date',
    [house.organizationId, `${period}-01`],
  );
  return Number(rows[0]?.id);
}

test('a plan sent twice under one key is created once', async () => {
  const house = await makeDebtor();
  const body = { personalAccountId: house.account, ...YEAR };
  const headers = { 'idempotency-key': 'plan-1' };
  const first = await house.ask(createInstalment, { body, headers });
  const second = await house.ask(createInstalment, { body, headers });
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.equal(second.body.id, first.body.id);
});

describe('a plan is refused', () => {
  const cases: readonly (readonly [why: string, plan: object, refusal: string])[] = [
    ['of one month', { months: 1 }, '400 /months too-small'],
    ['of 61 months', { months: 61 }, '400 /months too-large'],
    ['above the law', { annualInterest: '17.0001' }, '400 /annualInterest above-law'],
    ['below nothing', { annualInterest: -1 }, '400 /annualInterest decimal-from'],
    ['of no month', { periods: [] }, '400 /periods too-few'],
    ['of a month twice', { periods: ['2026-01', '2026-01'] }, '400 /periods repeated'],
    ['of a month without debt', { periods: ['2026-01', '2026-02'] }, '400 /periods/1 nothing-owed'],
    ['of a month after its first', { periods: ['2026-09'] }, '400 /periods/0 after-start'],
    ['from a day that is none', { startsOn: '2026-02-30' }, '400 /startsOn not-a-day'],
    [
      'from before the rule of its interest',
      { startsOn: '2022-12-31' },
      '400 /startsOn before-day',
    ],
    ['from a month too far', { startsOn: '2099-01-01' }, '400 month-out-of-range'],
    ['of an unknown account', { personalAccountId: 987_654 }, '404 not-found'],
    ['with more than it knows', { rate: 5 }, '400 /rate unknown-field'],
  ];
  for (const [why, plan, refusal] of cases)
    test(why, async () => {
      const house = await makeDebtor();
      assert.equal(await refusalOf(house, plan), refusal);
    });

  test('while the account has another one, whatever months that covers', async () => {
    const house = await makeDebtor(['2026-02']);
    const { id } = await agree(house);
    day = parseDay('2026-08-03');
    assert.equal(await refusalOf(house, {}), '409 instalment-exists');
    assert.equal(await refusalOf(house, { periods: ['2026-02'] }), '409 instalment-exists');
    await cancel(house, id);
    await agree(house, YEAR, '2026-09-10');
  });

  test('from a month that is closed', async () => {
    const house = await makeDebtor();
    const cycleId = await cycleOf(house, '2026-01');
    const closed = await house.ask(closeCycle, { params: { cycleId } });
    assert.equal(closed.status, 200, closed.text);
    assert.equal(await refusalOf(house, { startsOn: '2026-01-31' }), '409 month-closed');
  });

  test('from a stranger, who gets a 404', async () => {
    const house = await makeDebtor();
    const { id } = await agree(house);
    const stranger = await stand.newUser();
    const body = { personalAccountId: house.account, ...YEAR };
    assert.equal((await ask(stand.app, stranger, createInstalment, { body })).status, 404);
    const params = { instalmentId: id };
    assert.equal((await ask(stand.app, stranger, getInstalment, { params })).status, 404);
    const cancelled = { params, body: { reason: 'x' } };
    assert.equal((await ask(stand.app, stranger, cancelInstalment, cancelled)).status, 404);
  });
});

async function refusalOf(house: AccruingHouse, plan: object): Promise<string> {
  const body = { personalAccountId: house.account, ...YEAR, ...plan };
  const { status, problem } = await house.ask(createInstalment, { body });
  const [error] = problem.errors ?? [];
  const told = error === undefined ? problem.code : `${error.path} ${error.code ?? error.message}`;
  return `${status} ${told}`;
}
