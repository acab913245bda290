// Penalties on debts that were adjusted by hand: a write-off reduces their basis from its day; a court fee bears none.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAdjustment, reverseAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { moscowDayOf, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { debtsInWords, makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';

let stand: BillingStand;
const today = moscowDayOf(new Date());
/** The current day, unless a test sets another. */
let day = today;

before(async () => {
  stand = await startBillingStand({ today: () => day });
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

/** 1000.00 for January, due on 2026-02-10: the first day with a penalty is 2026-03-13. */
async function makeDebtor(): Promise<AccruingHouse> {
  day = today;
  const house = await makeAccruingHouse(stand);
  await house.charge('2026-01', [[house.account, '1000.00']]);
  return house;
}

async function adjust(house: AccruingHouse, on: string, line: object): Promise<number> {
  day = parseDay(on);
  const body = {
    personalAccountId: house.account,
    reason: 'Решение суда',
    basis: 'Дело № 2-7',
    ...line,
  };
  const { status, text, body: made } = await house.ask(createAdjustment, { body });
  assert.equal(status, 201, text);
  return made.id;
}

async function accrued(house: AccruingHouse, to: string): Promise<readonly string[]> {
  day = parseDay(to);
  await house.accrue(to);
  const newest = (await house.accruals()).at(-1);
  return newest === undefined ? [] : debtsInWords(newest);
}

test('a write-off lowers the debt from the day after it, and its reversal undoes that', async () => {
  const house = await makeDebtor();
  const id = await adjust(house, '2026-03-20', {
    kind: 'write-off',
    amount: '-400.00',
    period: '2026-01',
  });
  // 8 days of 1000.00 and 11 of 600.00 at 9.5 % / 300: 2.53 + 2.09.
  assert.deepEqual(await accrued(house, '2026-03-31'), ['2026-01 utilities 4.62 of 4.62']);
  await house.ask(reverseAdjustment, {
    params: { adjustmentId: id },
    body: { reason: 'Ошибка' },
  });
  // 19 days of 1000.00, less what was booked.
  assert.deepEqual(await accrued(house, '2026-03-31'), ['2026-01 utilities 1.40 of 6.02']);
  assert.deepEqual(await house.owed(house.account), ['1000.00', '6.02']);
});

test('a write-off of penalties leaves the debt unchanged, and they are not accrued again', async () => {
  const house = await makeDebtor();
  assert.deepEqual(await accrued(house, '2026-03-31'), ['2026-01 utilities 6.02 of 6.02']);
  await adjust(house, '2026-04-01', { kind: 'write-off', debtKind: 'penalty', amount: '-6.02' });
  assert.deepEqual(await house.owed(house.account), ['1000.00', '0.00']);
  // One more day.
  assert.deepEqual(await accrued(house, '2026-04-01'), ['2026-01 utilities 0.31 of 6.33']);
  assert.deepEqual(await house.owed(house.account), ['1000.00', '0.31']);
});

test('a write-off leaves a court fee of its month as it is, which the next payment covers', async () => {
  const house = await makeDebtor();
  await adjust(house, '2026-03-01', { kind: 'court-fee', amount: '200.00' });
  await adjust(house, '2026-03-20', { kind: 'write-off', amount: '-400.00', period: '2026-01' });
  assert.deepEqual(await accrued(house, '2026-03-31'), ['2026-01 utilities 4.62 of 4.62']);
  await house.pay({ personalAccountId: house.account, amount: '200.00', paidOn: '2026-03-31' });
  // One more day of 600.00: only the fee is paid.
  assert.deepEqual(await accrued(house, '2026-04-01'), ['2026-01 utilities 0.19 of 4.81']);
});

test('a court fee bears no penalty and is paid first', async () => {
  const house = await makeDebtor();
  await adjust(house, '2026-03-01', { kind: 'court-fee', amount: '200.00' });
  assert.deepEqual(await house.owed(house.account), ['1200.00', '0.00']);
  assert.deepEqual(await accrued(house, '2026-03-31'), ['2026-01 utilities 6.02 of 6.02']);
  day = parseDay('2026-04-02');
  await house.pay({ personalAccountId: house.account, amount: '600.00', paidOn: '2026-03-20' });
  // 200.00 of it are the fee: 8 days of 1000.00 and 11 of 600.00.
  assert.deepEqual(await accrued(house, '2026-03-31'), ['2026-01 utilities -1.40 of 4.62']);
  assert.deepEqual(await house.owed(house.account), ['600.00', '4.62']);
});
