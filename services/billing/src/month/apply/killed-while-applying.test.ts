// A billing process that dies while it applies a month: all of it is booked or nothing, and applying can be repeated.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { getCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { createPayment, getPayment } from '@kvartplata/contracts/billing/payments.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { sendOnce } from '@kvartplata/platform/testing/answered.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { endLeases, hold, untilBillingWaits, untilNobodyWaits } from '../../testing/held-tables.ts';
import {
  ask,
  calculate,
  requestJob,
  seedHouse,
  waitForJob,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
let outside: Database<BillingTables>;

before(async () => {
  stand = await startBillingStand({ works: false });
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 3, applicationName: 'test-outside' });
});
after(async () => {
  await outside.db.destroy();
  await stand.stop();
});

function monthAt(index: number): { period: string; year: number; month: number } {
  const period = house.months[index] ?? '';
  return { period, year: Number(period.slice(0, 4)), month: Number(period.slice(5)) };
}

async function countEntries(period: string): Promise<number> {
  const { rows } = await outside.pool.query<{ entries: number }>(
    `select count(*)::integer as entries from ledger_entries where period = $1`,
    [`${period}-01`],
  );
  return rows[0]?.entries ?? 0;
}

test('killed in the middle of apply, the cycle is a draft with no entry, and applying it again books all', async () => {
  const worker = await stand.startWorker();
  const job = await calculate(stand.app, owner, { houseId: house.houseId }, monthAt(0).period);
  // Locking the additions to balances makes apply stop after the ledger and before its end.
  const release = await hold(outside, 'lock table unmerged_charges in access exclusive mode');
  const asked = { params: { cycleId: job.billingCycleId } };
  const cut = sendOnce(fetch, worker.url, owner.authorization, applyCycle, asked).catch(
    (error: unknown) => error,
  );
  await untilBillingWaits(outside);
  await worker.kill();
  assert.ok((await cut) instanceof Error);
  await release();
  await untilNobodyWaits(outside);

  const { body: cycle } = await ask(stand.app, owner, getCycle, asked);
  assert.equal(cycle.status, 'DRAFT');
  assert.equal(await countEntries(monthAt(0).period), 0);
  await assertInOrder(outside.db);

  const again = await ask(stand.app, owner, applyCycle, asked);
  assert.equal(again.status, 200);
  assert.equal(await countEntries(monthAt(0).period), again.body.ledgerEntriesCreated);
  await assertInOrder(outside.db);
});

test('a cycle with a job under way cannot be applied', async () => {
  const { year, month } = monthAt(1);
  const queued = await requestJob(stand.app, owner, { houseId: house.houseId, year, month });
  assert.equal(queued.status, 'QUEUED');
  const asked = { params: { cycleId: queued.billingCycleId } };
  const refused = await ask(stand.app, owner, applyCycle, asked);
  assert.deepEqual([refused.status, refused.problem.code], [409, 'job-under-way']);
  const { body: cycle } = await ask(stand.app, owner, getCycle, asked);
  assert.equal(cycle.status, 'DRAFT');

  const worker = await stand.startWorker();
  assert.equal((await waitForJob(stand.app, owner, queued.id)).status, 'COMPLETED');
  assert.equal(await worker.stop(), 0);
});

test('killed while an advance is allocated to new charges, another process allocates it, once', async () => {
  const first = await stand.startWorker();
  const { period } = monthAt(3);
  const job = await calculate(stand.app, owner, { houseId: house.houseId }, period);
  const { body: balances } = await ask(stand.app, owner, listAccountBalances, {
    query: { houseId: house.houseId, limit: 1 },
  });
  const { personalAccountId } = balances.items[0] ?? {};
  const advance = { personalAccountId, amount: '1000000', paidOn: '2026-02-10' };
  const { body: payment } = await ask(stand.app, owner, createPayment, { body: advance });
  const release = await hold(outside, 'lock table payment_allocations in exclusive mode');
  const asked = { params: { cycleId: job.billingCycleId } };
  assert.equal((await ask(stand.app, owner, applyCycle, asked)).status, 200);
  await untilBillingWaits(outside);
  await first.kill();
  await release();
  await endLeases(outside);

  const second = await stand.startWorker();
  await until('the advance lies on the month', async () => {
    const { rowCount } = await outside.pool.query(
      'select from payment_allocations where payment_id = $1 and period = $2',
      [payment.id, `${period}-01`],
    );
    return rowCount !== 0;
  });
  const { body: moved } = await ask(stand.app, owner, getPayment, {
    params: { paymentId: payment.id },
  });
  const onMonth = moved.allocation.filter((part) => part.period === period);
  const charged = await outside.pool.query<{ amount: string }>(
    'select sum(amount) as amount from charges where personal_account_id = $1 and period = $2',
    [personalAccountId, `${period}-01`],
  );
  assert.deepEqual(
    onMonth.map(({ amount }) => amount),
    [charged.rows[0]?.amount],
  );
  await assertInOrder(outside.db);
  assert.equal(await second.stop(), 0);
});
