// A payment concurrent with applying its house's month: one waits for the other, without a deadlock.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { sendOnce, type Sent } from '@kvartplata/platform/testing/answered.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { hold, untilBillingWaits } from '../../testing/held-tables.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';

let stand: BillingStand;
let outside: Database<BillingTables>;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 3, applicationName: 'test-outside' });
  house = await makePayingHouse(stand);
  await house.charge('2026-01', [[payer(), '100.00']]);
});
after(async () => {
  await outside.db.destroy();
  await stand.stop();
});

const payer = (): number => house.accounts[0] ?? 0;

test('applying waits for a payment under way, without a deadlock', async () => {
  const { cycleId } = await house.draft('2026-02', [[payer(), '50.00']]);
  const worker = await stand.startWorker();
  const send = async (endpoint: Endpoint, sent: Sent): Promise<number> =>
    (await sendOnce(fetch, worker.url, house.user.authorization, endpoint, sent)).status;
  const standing = await countSessions();
  // The payment has locked its account and cannot continue until apply waits for it.
  const release = await hold(outside, 'lock table payments in exclusive mode');
  const paying = send(createPayment, {
    body: { personalAccountId: payer(), amount: '30', paidOn: '2026-02-10' },
  });
  await untilBillingWaits(outside, 1);
  const applying = send(applyCycle, { params: { cycleId } });
  await untilBillingWaits(outside, 2);
  await release();
  assert.deepEqual(await Promise.all([paying, applying]), [201, 200]);
  assert.deepEqual(await house.owed(payer()), ['120.00', '0.00']);
  // A session's statistics are flushed at the latest when it ends.
  assert.equal(await worker.stop(), 0);
  await until(
    'the sessions of the worker have ended',
    async () => (await countSessions()) < standing,
  );
  const { rows } = await outside.pool.query<{ deadlocks: number }>(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  assert.deepEqual(rows, [{ deadlocks: 0 }]);
});

/** Billing's sessions. */
async function countSessions(): Promise<number> {
  const { rowCount } = await outside.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name <> '' and pid <> pg_backend_pid()`,
  );
  return rowCount ?? 0;
}
