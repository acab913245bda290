// Court fees come before the debts: what a payment without a named month pays first, and on what penalties then accrue.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { partsOf } from '../../testing/paying-house.ts';

const TODAY = Temporal.PlainDate.from('2026-04-20');

let today = Temporal.Now.plainDateISO();
let stand: BillingStand;
let house: AccruingHouse;

/** Each account owes 1000.00 for January and for March, and a court fee of 200.00 that is booked in March, the open month. */
before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeAccruingHouse(stand);
  today = TODAY;
  for (const month of ['2026-01', '2026-03'])
    await house.charge(
      month,
      house.accounts.map((account) => [account, '1000.00'] as const),
    );
  for (const personalAccountId of house.accounts.slice(0, 5)) {
    const line = { kind: 'court-fee', amount: '200', reason: 'Госпошлина', basis: 'Приказ № 2-17' };
    const { status, text } = await house.ask(createAdjustment, {
      body: { personalAccountId, ...line },
    });
    assert.equal(status, 201, text);
  }
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function pay(index: number, more: object) {
  const paid = { amount: '300', paidOn: '2026-04-20', ...more };
  const { id } = await house.pay({ personalAccountId: house.accounts[index] ?? 0, ...paid });
  return house.get(id);
}

test('a payment covers the fees first, and names the article', async () => {
  const payment = await pay(0, {});
  assert.deepEqual(partsOf(payment), ['2026-01 100.00', '2026-03 200.00']);
  assert.deepEqual(
    payment.explanation.map(({ period, amount, ground, isCourtFee }) => [
      period,
      amount,
      ground,
      isCourtFee,
    ]),
    [
      ['2026-03', '200.00', 'court-costs', true],
      ['2026-01', '100.00', 'oldest-debt', false],
    ],
  );
  assert.match(payment.explanation[0]?.ru ?? '', /ГК РФ, ст\. 319$/);
  assert.deepEqual(partsOf(await pay(0, {})), ['2026-01 300.00']);
});

test('a payment for a named month pays that first, and the fees with the rest', async () => {
  const payment = await pay(1, { period: '2026-01', amount: '1100' });
  assert.deepEqual(partsOf(payment), ['2026-01 1000.00', '2026-03 100.00']);
  assert.deepEqual(
    payment.explanation.map(({ ground }) => ground),
    ['named-month', 'court-costs'],
  );
});

test('a payment from before the month of the fee pays what was owed then', async () => {
  assert.deepEqual(partsOf(await pay(2, { paidOn: '2026-02-28' })), ['2026-01 300.00']);
});

test('fees come before penalties, and bear none', async () => {
  today = Temporal.PlainDate.from('2026-07-10');
  // January has received 100.00 and 300.00 of the two payments of 2026-04-20.
  await house.accrue('2026-05-31');
  const [first] = await house.accruals(house.accounts[0]);
  assert.deepEqual(
    first?.debts.map(
      ({ period, lines }) => `${period} ${lines.map((line) => line.debtAmount).join(' ')}`,
    ),
    ['2026-01 1000.00 600.00 600.00', '2026-03 1000.00'],
  );
  const [principal, penalty] = await house.owed(house.accounts[3] ?? 0);
  assert.equal(principal, '2200.00');
  assert.notEqual(penalty, '0.00');
  const payment = await pay(3, { paidOn: '2026-07-10', amount: '2200.01' });
  assert.deepEqual(
    [payment.principalAmount, payment.penaltyAmount, payment.explanation[0]?.ground],
    ['2200.00', '0.01', 'court-costs'],
  );
  assert.match(payment.explanation.at(-1)?.ru ?? '', /^Пени погашаются после долга/);
});
