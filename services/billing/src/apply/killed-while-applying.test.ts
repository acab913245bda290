// A billing process that dies while it applies a month: all of it is booked or nothing, and it can be done again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { AppliedCycle, BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { listDrift } from '../account-balances/account-balances.repository.ts';
import type { BillingTables } from '../tables.ts';
import { startBillingStand, type BillingStand } from '../testing/billing-stand.ts';
import { hold, untilBillingWaits, untilNobodyWaits } from '../testing/held-tables.ts';
import {
  ask,
  calculate,
  seedHouse,
  waitForJob,
  type SeededHouse,
  type TestUser,
} from '../testing/test-user.ts';

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
  // Holding the balances makes apply stop after the ledger and before its end.
  const release = await hold(outside, 'lock table account_balances in access exclusive mode');
  const cut = fetch(`${worker.url}/api/billing/cycles/${job.billingCycleId}/apply`, {
    method: 'POST',
    headers: { authorization: owner.authorization },
  }).catch((error: unknown) => error);
  await untilBillingWaits(outside);
  await worker.kill();
  assert.ok((await cut) instanceof Error);
  await release();
  await untilNobodyWaits(outside);

  const { body: cycle } = await ask<BillingCycle>(
    stand.app,
    owner,
    'GET',
    `/api/billing/cycles/${job.billingCycleId}`,
  );
  assert.equal(cycle.status, 'DRAFT');
  assert.equal(await countEntries(monthAt(0).period), 0);
  assert.deepEqual(await listDrift(outside.db), []);

  const again = await ask<AppliedCycle>(
    stand.app,
    owner,
    'POST',
    `/api/billing/cycles/${job.billingCycleId}/apply`,
  );
  assert.equal(again.status, 200);
  assert.equal(await countEntries(monthAt(0).period), again.body.ledgerEntriesCreated);
  assert.deepEqual(await listDrift(outside.db), []);
});

test('a job under way keeps its cycle from being applied', async () => {
  const queued = await ask<CalculationJob>(
    stand.app,
    owner,
    'POST',
    '/api/billing/calculation-jobs',
    { houseId: house.houseId, year: monthAt(1).year, month: monthAt(1).month },
  );
  assert.equal(queued.body.status, 'QUEUED');
  const refused = await ask(
    stand.app,
    owner,
    'POST',
    `/api/billing/cycles/${queued.body.billingCycleId}/apply`,
  );
  assert.deepEqual([refused.status, refused.body.code], [409, 'job-under-way']);
  const { body: cycle } = await ask<BillingCycle>(
    stand.app,
    owner,
    'GET',
    `/api/billing/cycles/${queued.body.billingCycleId}`,
  );
  assert.equal(cycle.status, 'DRAFT');

  const worker = await stand.startWorker();
  assert.equal((await waitForJob(stand.app, owner, queued.body.id)).status, 'COMPLETED');
  assert.equal(await worker.stop(), 0);
});
