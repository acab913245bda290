// Two processes share a job: no house is computed by both, and if one of them dies the other finishes its work.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import {
  inTransaction,
  openDatabase,
  type Database,
} from '@kvartplata/platform/database/database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { openCycleForJob, prepareMonth } from '../../books/cycles/cycles.service.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { endLeases } from '../../testing/held-tables.ts';
import { serveFakeCore, type FakeCoreServer } from '../../testing/fake-core-server.ts';
import {
  ORGANIZATION,
  fakeHouses,
  type FakeCore,
  type FakeHouse,
} from '../../testing/fake-houses.ts';
import { insertBatches } from './calculation-batches.repository.ts';
import { findJob, insertJob, type JobRow } from './calculation-jobs.repository.ts';
import { CALCULATION_QUEUE } from './calculation-jobs.service.ts';
import { BATCHES_AT_ONCE } from './run-calculation.job.ts';
import { splitHouses } from './split-houses.ts';

const YEAR = 2026;
const MONTH = 3;
const ACCOUNTS = 7;
const HOUSES: readonly FakeHouse[] = Array.from({ length: 120 }, (_, index) => ({
  houseId: index + 1,
  version: 1,
  accounts: ACCOUNTS,
  tariff: `${index + 20}.00`,
}));

let stand: BillingStand;
let outside: Database<BillingTables>;
let core: FakeCore;
let server: FakeCoreServer;

before(async () => {
  stand = await startBillingStand({ works: false });
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 2, applicationName: 'test-outside' });
});
after(async () => {
  await outside.db.destroy();
  await stand.stop();
});
beforeEach(async () => {
  core = fakeHouses(...HOUSES);
  server = await serveFakeCore(core);
});
afterEach(async () => {
  await server.close();
  await outside.pool.query(`delete from charges; delete from house_months`);
});

async function queueJob(): Promise<number> {
  await prepareMonth(stand.db, new Temporal.PlainYearMonth(YEAR, MONTH));
  return inTransaction(stand.db, async (trx) => {
    const key = { organizationId: ORGANIZATION, year: YEAR, month: MONTH };
    const { id: cycleId, period } = await openCycleForJob(trx, key);
    const jobId = await insertJob(trx, {
      organizationId: ORGANIZATION,
      cycleId,
      period,
      houseIds: HOUSES.map(({ houseId }) => houseId),
      totalAccounts: HOUSES.length * ACCOUNTS,
      requestedBy: 1,
      requestId: 'test',
    });
    const job = { id: jobId, organizationId: ORGANIZATION };
    const batchIds = await insertBatches(trx, job, splitHouses(HOUSES));
    await stand.queue.enqueueMany(trx, CALCULATION_QUEUE, ORGANIZATION, batchIds);
    return jobId;
  });
}

async function untilEnded(jobId: number): Promise<JobRow> {
  let job: JobRow | undefined;
  await until('the job has ended', async () => {
    job = await findJob(stand.db, [ORGANIZATION], jobId);
    return job !== undefined && job.finishedAt !== null;
  });
  assert.ok(job);
  return job;
}

/** A barrier: callers wait until this many are waiting; after that nobody waits. */
function gateFor(askers: number): { readonly full: Promise<void> } {
  const full = Promise.withResolvers<void>();
  let asking = 0;
  server.beforeSnapshot = async () => {
    asking += 1;
    if (asking === askers) full.resolve();
    await full.promise;
  };
  return { full: full.promise };
}

async function assertEachHouseChargedOnce(): Promise<void> {
  const { rows } = await outside.pool.query<{ houseId: number; charges: number; amount: string }>(
    `select house_id, count(*)::integer as charges, min(amount) as amount from charges
     group by house_id having count(distinct amount) = 1 order by house_id`,
  );
  const expected = HOUSES.map(({ houseId, tariff }) => ({
    houseId,
    charges: ACCOUNTS,
    // Ten square metres.
    amount: `${parseInt(tariff ?? '', 10)}0.00`,
  }));
  assert.deepEqual(rows, expected);
}

test('each house is computed once, by one of them', async () => {
  const gate = gateFor(BATCHES_AT_ONCE * 2);
  const workers = await Promise.all([
    stand.startWorker({ CORE_SERVICE_URL: server.url }),
    stand.startWorker({ CORE_SERVICE_URL: server.url }),
  ]);
  const jobId = await queueJob();
  // One process requests no more than its own batches, so both are at work.
  await gate.full;
  const job = await untilEnded(jobId);
  assert.deepEqual(
    [job.status, job.processedAccounts, job.createdCharges],
    ['COMPLETED', HOUSES.length * ACCOUNTS, HOUSES.length * ACCOUNTS],
  );
  assert.deepEqual(
    [...core.told.values()],
    HOUSES.map(() => 1),
  );
  await assertEachHouseChargedOnce();
  for (const worker of workers) assert.equal(await worker.stop(), 0);
});

test('when one dies in the middle the other ends the job, and no account is charged twice', async () => {
  const [dying, staying] = await Promise.all([
    stand.startWorker({ CORE_SERVICE_URL: server.url }),
    stand.startWorker({ CORE_SERVICE_URL: server.url }),
  ]);
  const gate = gateFor(BATCHES_AT_ONCE * 2);
  const jobId = await queueJob();
  await gate.full;
  await dying.kill();
  await until('the other has done all else', async () => {
    const { rows } = await outside.pool.query<{ left: number }>(
      `select count(*)::integer as left from calculation_batches where houses_left <> '{}'`,
    );
    return (rows[0]?.left ?? 0) <= BATCHES_AT_ONCE;
  });
  await endLeases(outside);
  const job = await untilEnded(jobId);
  assert.deepEqual(
    [job.status, job.processedAccounts, job.createdCharges],
    ['COMPLETED', HOUSES.length * ACCOUNTS, HOUSES.length * ACCOUNTS],
  );
  await assertEachHouseChargedOnce();
  assert.equal(await staying.stop(), 0);
});
