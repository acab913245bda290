// Penalties that are accrued right after a month was applied, before its charges are merged into the balances.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { makeAccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { hold, untilBillingWaits } from '../../testing/held-tables.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { makePayingHouse, untilAllocated } from '../../testing/paying-house.ts';

let stand: BillingStand;

before(async () => {
  stand = await startBillingStand();
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

/** Holds up the job that merges charges and allocates advances, at those of another organization. */
async function holdAllocations(): Promise<() => Promise<void>> {
  const other = await makePayingHouse(stand);
  const [account = 0] = other.accounts;
  await other.charge('2026-01', [[account, '1.00']]);
  await untilAllocated(stand.owner);
  const outside = { pool: stand.owner };
  const release = await hold(
    outside,
    `select from merged_balances where organization_id = ${other.organizationId} for update`,
  );
  await other.charge('2026-02', [[account, '1.00']]);
  await untilBillingWaits(outside);
  return release;
}

test('an advance that an accrual puts on the new charges stays there when they are merged', async () => {
  const house = await makeAccruingHouse(stand);
  const { account: personalAccountId } = house;
  await house.charge('2026-01', [[personalAccountId, '1000.00']]);
  await house.accrue('2026-03-31');
  await untilAllocated(stand.owner);
  // The debt, its penalties for 19 days, and an advance of 40.00.
  await house.pay({ personalAccountId, amount: '1046.02', paidOn: '2026-04-10' });
  assert.deepEqual(await house.owed(personalAccountId), ['-40.00', '0.00']);

  const release = await holdAllocations();
  await house.charge('2026-03', [[personalAccountId, '100.00']]);
  // 29 days at 9.5 % / 300 until the payment are 9.18, less what is booked.
  await house.accrue('2026-04-10');
  await release();
  await untilAllocated(stand.owner);

  const { body } = await house.ask(getAccountBalance, { params: { personalAccountId } });
  assert.deepEqual([body.principalDebt, body.penaltyDebt], ['60.00', '3.16']);
  assert.deepEqual(body.debts, [{ period: '2026-03', amount: '60.00' }]);
});
