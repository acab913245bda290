// What is written off or reversed of an overdue month that a plan does not cover is no payment of the plan.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { createInstalment, getInstalment } from '@kvartplata/contracts/billing/instalments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';

let stand: BillingStand;
const today = parseDay('2026-11-20');
let day = today;

before(async () => {
  stand = await startBillingStand({ today: () => day });
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

/** A plan for 1,200.00 of January; 1,200.00 of February are overdue beside it, or paid. */
async function makePlan(
  isPaid = false,
): Promise<{ readonly house: AccruingHouse; readonly id: number }> {
  day = today;
  const house = await makeAccruingHouse(stand);
  for (const month of ['2026-01', '2026-02'])
    await house.charge(month, [[house.account, '1200.00']]);
  const paid = { amount: '1200.00', paidOn: '2026-07-20', period: '2026-02' };
  if (isPaid) await house.pay({ personalAccountId: house.account, ...paid });
  day = parseDay('2026-08-03');
  const plan = { months: 3, startsOn: '2026-08-03', periods: ['2026-01'], annualInterest: 0 };
  const body = { personalAccountId: house.account, ...plan };
  const { status, body: made, text } = await house.ask(createInstalment, { body });
  assert.equal(status, 201, text);
  return { house, id: made.id };
}

async function planOf(house: AccruingHouse, id: number): Promise<string> {
  const { body } = await house.ask(getInstalment, { params: { instalmentId: id } });
  return `${body.state}, ${body.left} left`;
}

async function writeOff(house: AccruingHouse, period: string): Promise<void> {
  const line = { kind: 'write-off', amount: '-1200.00', reason: 'Ошибка', basis: 'Приказ № 7' };
  const body = { personalAccountId: house.account, period, ...line };
  const { status, text } = await house.ask(createAdjustment, { body });
  assert.equal(status, 201, text);
}

test('a write-off of a month beside the plan is no payment of it', async () => {
  const { house, id } = await makePlan();
  await writeOff(house, '2026-02');
  assert.equal(await planOf(house, id), 'active, 1200.00 left');
});

test('a write-off of a covered month pays the plan', async () => {
  const { house, id } = await makePlan();
  await writeOff(house, '2026-01');
  assert.equal(await planOf(house, id), 'kept, 0.00 left');
});

test('a reversed charge of a month beside the plan is no payment of it', async () => {
  const { house, id } = await makePlan();
  const charge = (await house.entries(house.account)).find(({ period }) => period === '2026-02');
  const chargeId = Number(charge?.referenceId.replace('charge:', ''));
  const asked = { params: { chargeId }, body: { reason: 'Не его комната' } };
  const { status, text } = await house.ask(reverseCharge, asked);
  assert.equal(status, 200, text);
  assert.equal(await planOf(house, id), 'active, 1200.00 left');
});

test('what had been paid for it is free then, and pays the plan', async () => {
  const { house, id } = await makePlan(true);
  assert.equal(await planOf(house, id), 'active, 1200.00 left');
  await writeOff(house, '2026-02');
  assert.equal(await planOf(house, id), 'kept, 0.00 left');
});
