// A billing process that dies at the worst moment: all of a month or nothing of it, and the next process goes on.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { AppliedCycle, BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import {
  startServiceProcess,
  type ServiceProcess,
} from '@kvartplata/platform/testing/service-process.ts';
import { listDrift } from './account-balances/account-balances.repository.ts';
import type { BillingTables } from './tables.ts';
import { startBillingStand, type BillingStand } from './testing/billing-stand.ts';
import {
  ask,
  calculate,
  seedHouse,
  waitForJob,
  type SeededHouse,
  type TestUser,
} from './testing/test-user.ts';

const WAIT_MS = 20_000;

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
let outside: Database<BillingTables>;
const running: ServiceProcess[] = [];

before(async () => {
  stand = await startBillingStand({ works: false });
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 3, applicationName: 'test-outside' });
});
after(async () => {
  for (const left of running) await left.kill();
  await outside.db.destroy();
  await stand.stop();
});

async function startBilling(): Promise<ServiceProcess> {
  const started = await startServiceProcess(path.resolve(import.meta.dirname, 'main.ts'), {
    ...stand.environment,
    HTTP_PORT: String(await freePort()),
  });
  running.push(started);
  return started;
}

function monthAt(index: number): { period: string; year: number; month: number } {
  const period = house.months[index] ?? '';
  return { period, year: Number(period.slice(0, 4)), month: Number(period.slice(5)) };
}

/** Keeps writers off a table, so that whoever writes next stands still in mid-transaction; gives it back. */
async function holdTable(
  table: string,
  mode: 'exclusive' | 'access exclusive',
): Promise<() => Promise<void>> {
  const holder = await outside.pool.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in ${mode} mode`);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

const OF_BILLING = `datname = current_database() and application_name = 'billing-service'`;

/** Returns once a session of the billing-service waits for a lock. */
async function untilBillingWaits(): Promise<void> {
  await until(
    `exists (select from pg_stat_activity where ${OF_BILLING} and wait_event_type = 'Lock')`,
  );
}

async function untilNobodyWaits(): Promise<void> {
  await until(
    `not exists (select from pg_stat_activity where ${OF_BILLING} and (wait_event_type = 'Lock' or state = 'idle in transaction'))`,
  );
}

async function until(condition: string): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const { rows } = await outside.pool.query<{ holds: boolean }>(`select ${condition} as holds`);
    if (rows[0]?.holds === true) return;
    assert.ok(
      performance.now() < deadline,
      `after ${WAIT_MS} ms it is still not so that ${condition}`,
    );
  }
}

async function countEntries(period: string): Promise<number> {
  const { rows } = await outside.pool.query<{ entries: number }>(
    `select count(*)::integer as entries from ledger_entries where period = $1`,
    [`${period}-01`],
  );
  return rows[0]?.entries ?? 0;
}

test('killed in the middle of apply, the cycle is a draft with no entry, and applying it again books all', async () => {
  const worker = await startBilling();
  const job = await calculate(stand.app, owner, { houseId: house.houseId }, monthAt(0).period);
  // Holding the balances makes apply stop after the ledger and before its end.
  const release = await holdTable('account_balances', 'access exclusive');
  const cut = fetch(`${worker.url}/api/billing/cycles/${job.billingCycleId}/apply`, {
    method: 'POST',
    headers: { authorization: owner.authorization },
  }).catch((error: unknown) => error);
  await untilBillingWaits();
  await worker.kill();
  assert.ok((await cut) instanceof Error);
  await release();
  await untilNobodyWaits();

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

  const worker = await startBilling();
  assert.equal((await waitForJob(stand.app, owner, queued.body.id)).status, 'COMPLETED');
  assert.equal(await worker.stop(), 0);
});

test('killed in the middle of a house, the job is taken up by another process and ends with the same charges', async () => {
  const first = await startBilling();
  const undisturbed = await calculate(
    stand.app,
    owner,
    { houseId: house.houseId },
    monthAt(2).period,
  );
  const expected = await chargesOf(monthAt(2).period);
  assert.equal(expected.length, undisturbed.createdCharges);

  const release = await holdTable('charges', 'exclusive');
  const queued = await ask<CalculationJob>(
    stand.app,
    owner,
    'POST',
    '/api/billing/calculation-jobs',
    { houseId: house.houseId, year: monthAt(2).year, month: monthAt(2).month },
  );
  await untilBillingWaits();
  await first.kill();
  await release();

  const second = await startBilling();
  const finished = await waitForJob(stand.app, owner, queued.body.id);
  assert.deepEqual(
    [finished.status, finished.processedAccounts, finished.createdCharges],
    ['COMPLETED', 10, expected.length],
  );
  assert.deepEqual(await chargesOf(monthAt(2).period), expected);
  assert.equal(await second.stop(), 0);
});

test('told to stop in the middle of a job, the process hands it back and ends with 0', async () => {
  const first = await startBilling();
  const release = await holdTable('charges', 'exclusive');
  const queued = await ask<CalculationJob>(
    stand.app,
    owner,
    'POST',
    '/api/billing/calculation-jobs',
    { houseId: house.houseId, year: monthAt(2).year, month: monthAt(2).month },
  );
  await untilBillingWaits();
  const stopped = first.stop();
  await release();
  assert.equal(await stopped, 0);

  const second = await startBilling();
  assert.equal((await waitForJob(stand.app, owner, queued.body.id)).status, 'COMPLETED');
  assert.equal(await second.stop(), 0);
});

async function chargesOf(period: string): Promise<readonly unknown[]> {
  const { rows } = await outside.pool.query(
    `select personal_account_id, house_service_id, line, consumption, amount, basis from charges where period = $1 order by 1, 2, 3`,
    [`${period}-01`],
  );
  return rows;
}
