// What a batch stores when core changes its houses meanwhile, sends only half of them, or when other jobs compute them too.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { HouseFaultReason } from '@kvartplata/contracts/job-errors.ts';
import {
  openCopyingDatabase,
  type CopyingDatabase,
} from '@kvartplata/platform/database/copying.ts';
import {
  inTransaction,
  openDatabase,
  type Database,
} from '@kvartplata/platform/database/database.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { openThread, type ComputingThread } from '@kvartplata/platform/threads/computing-thread.ts';
import { openCycleForJob, prepareMonth } from '../../books/cycles/cycles.service.ts';
import type { BillingTables, Db } from '../../tables.ts';
import {
  ORGANIZATION,
  fakeHouses,
  type FakeCore,
  type FakeHouse,
} from '../../testing/fake-houses.ts';
import { findBatch, insertBatches } from './calculation-batches.repository.ts';
import { findJob, insertJob, type JobRow } from './calculation-jobs.repository.ts';
import { endJob } from './calculation-jobs.service.ts';
import { computeBatch } from './compute-batch.service.ts';
import type { HousesAnswer, HousesQuestion } from './compute-houses.ts';

const YEAR = 2026;
const MONTH = 3;
const PERIOD = '2026-03-01';
const signal = new AbortController().signal;

let testDatabase: TestDatabase;
let owner: Database<BillingTables>;
let application: Database<BillingTables>;
let db: Db;
let copying: CopyingDatabase<BillingTables>;
let thread: ComputingThread<HousesQuestion, HousesAnswer>;
let core: FakeCore;

before(async () => {
  testDatabase = await createTestDatabase('billing');
  const options = { url: testDatabase.url, poolSize: 4, applicationName: 'test' };
  owner = openDatabase(options);
  application = openDatabase({ ...options, role: 'billing_app' });
  db = application.seeing(() => visibilityOf('all'));
  copying = openCopyingDatabase(options, visibilityOf('all'));
  thread = openThread(new URL('./houses-thread.ts', import.meta.url));
});
after(async () => {
  await thread.close();
  await copying.close();
  await application.db.destroy();
  await owner.db.destroy();
  await testDatabase.drop();
});
beforeEach(() => {
  core = fakeHouses(house(1), house(2));
});
afterEach(async () => {
  await owner.pool.query(
    `delete from charges; delete from charged_accounts; delete from skipped_accounts; delete from house_months;
     delete from calculation_batches; delete from calculation_jobs`,
  );
});

function house(houseId: number, more: Partial<FakeHouse> = {}): FakeHouse {
  return { houseId, version: 1, accounts: 3, tariff: '20.00', ...more };
}

function change(houseId: number, more: Partial<FakeHouse>): void {
  const known = core.houses.get(houseId);
  assert.ok(known);
  core.houses.set(houseId, { ...known, version: known.version + 1, ...more });
}

/** A job of one batch. */
async function queue(...houseIds: readonly number[]): Promise<{ jobId: number; batchId: number }> {
  return queueMonth(MONTH, houseIds);
}

async function queueMonth(
  month: number,
  houseIds: readonly number[],
): Promise<{ jobId: number; batchId: number }> {
  await prepareMonth(db, new Temporal.PlainYearMonth(YEAR, month));
  return inTransaction(db, async (trx) => {
    const key = { organizationId: ORGANIZATION, year: YEAR, month };
    const { id: cycleId, period } = await openCycleForJob(trx, key);
    const jobId = await insertJob(trx, {
      organizationId: ORGANIZATION,
      cycleId,
      period,
      houseIds,
      totalAccounts: 0,
      requestedBy: 1,
      requestId: 'test',
    });
    const job = { id: jobId, organizationId: ORGANIZATION };
    const [batchId = 0] = await insertBatches(trx, job, [houseIds]);
    return { jobId, batchId };
  });
}

async function work(batchId: number, told = core): Promise<void> {
  const batch = await findBatch(db, { organizationId: ORGANIZATION, id: batchId });
  assert.ok(batch);
  const log = { error: () => undefined, warn: () => undefined };
  const calculator = { db, copying, core: told.client, thread, rowBuffers: [], log };
  await computeBatch(calculator, batch, signal);
}

async function calculate(...houseIds: readonly number[]): Promise<JobRow> {
  const { jobId, batchId } = await queue(...houseIds);
  await work(batchId);
  await inTransaction(db, async (trx) =>
    endJob(trx, { organizationId: ORGANIZATION, id: jobId }, 'COMPLETED'),
  );
  const job = await findJob(db, [ORGANIZATION], jobId);
  assert.ok(job);
  return job;
}

type Stored = { readonly id: number; readonly houseId: number; readonly amount: string };

async function charges(): Promise<readonly Stored[]> {
  const { rows } = await owner.pool.query<Stored>(
    `select id, house_id, amount from charges where period = '${PERIOD}' order by house_id, personal_account_id`,
  );
  return rows;
}

/** The amounts of each house's charges, all of which are equal. */
async function amounts(): Promise<Record<number, readonly string[]>> {
  const byHouse = Map.groupBy(await charges(), (charge) => charge.houseId);
  return Object.fromEntries(
    [...byHouse].map(([houseId, rows]) => [houseId, [...new Set(rows.map((row) => row.amount))]]),
  );
}

async function reasons(): Promise<readonly string[]> {
  const { rows } = await owner.pool.query<{ reason: string }>(
    `select reason from skipped_accounts order by house_id, personal_account_id`,
  );
  return rows.map(({ reason }) => reason);
}

test('an earlier month of the house that is computed meanwhile is read again', async () => {
  const march = await queueMonth(MONTH, [1]);
  const april = await queueMonth(MONTH + 1, [1]);
  let snapshots = 0;
  const slow = {
    ...core,
    client: {
      ...core.client,
      readSnapshot: async (...asked: Parameters<typeof core.client.readSnapshot>) => {
        snapshots += 1;
        if (snapshots === 1) await work(march.batchId);
        return core.client.readSnapshot(...asked);
      },
    },
  };
  await work(april.batchId, slow);
  assert.equal(snapshots, 2);
  const { rows } = await owner.pool.query(
    'select period, charges, is_outdated as "isOutdated" from house_months order by period',
  );
  assert.deepEqual(rows, [
    { period: PERIOD, charges: 3, isOutdated: false },
    { period: '2026-04-01', charges: 3, isOutdated: false },
  ]);
});

describe('a repeated job', () => {
  test('leaves the same rows, with their ids', async () => {
    const first = await calculate(1, 2);
    const old = await charges();
    const second = await calculate(1, 2);
    assert.equal(old.length, 6);
    assert.deepEqual(await charges(), old);
    assert.deepEqual([first.createdCharges, second.createdCharges], [6, 6]);
  });

  test('rewrites the house that has changed, and no other', async () => {
    await calculate(1, 2);
    const old = await charges();
    change(2, { tariff: '21.00' });
    await calculate(1, 2);
    const now = await charges();
    assert.deepEqual(now.slice(0, 3), old.slice(0, 3));
    assert.deepEqual(await amounts(), { 1: ['200.00'], 2: ['210.00'] });
    assert.ok(now.slice(3).every(({ id }) => !old.some((charge) => charge.id === id)));
  });

  test('deletes what is no longer charged', async () => {
    await calculate(1, 2);
    change(2, { accounts: 0 });
    await calculate(1, 2);
    assert.deepEqual(await amounts(), { 1: ['200.00'] });
  });
});

test('an account keeps the number that it had in a month, whichever month is computed after it', async () => {
  const computeMonth = async (month: number, series: string): Promise<void> => {
    change(1, { series });
    const { jobId, batchId } = await queueMonth(month, [1]);
    await work(batchId);
    await inTransaction(db, async (trx) =>
      endJob(trx, { organizationId: ORGANIZATION, id: jobId }, 'COMPLETED'),
    );
  };
  const numbers = async (): Promise<readonly string[]> => {
    const { rows } = await owner.pool.query<{ told: string }>(
      `select distinct to_char(period, 'MM ') || account_number as told from explained_charges
       where personal_account_id = 1000 order by 1`,
    );
    return rows.map(({ told }) => told);
  };
  await computeMonth(MONTH, 'A');
  await computeMonth(MONTH + 2, 'A');
  assert.deepEqual(await numbers(), ['03 A1-0', '05 A1-0']);
  await computeMonth(MONTH + 1, 'B');
  assert.deepEqual(await numbers(), ['03 A1-0', '04 B1-0', '05 A1-0']);
  await computeMonth(MONTH, 'C');
  assert.deepEqual(await numbers(), ['03 C1-0', '04 B1-0', '05 A1-0']);
  await computeMonth(MONTH + 1, 'C');
  await computeMonth(MONTH + 2, 'C');
  assert.deepEqual(await numbers(), ['03 C1-0', '04 C1-0', '05 C1-0']);
});

describe('a house that changes in core during the job', () => {
  test('is computed again from the current data', async () => {
    core.afterSnapshot = () => {
      core.afterSnapshot = () => undefined;
      change(1, { tariff: '30.00' });
    };
    const job = await calculate(1, 2);
    assert.deepEqual(await amounts(), { 1: ['300.00'], 2: ['200.00'] });
    assert.deepEqual([core.told.get(1), core.told.get(2)], [2, 1]);
    assert.deepEqual([job.status, job.processedAccounts, job.createdCharges], ['COMPLETED', 6, 6]);
  });

  test('over and over keeps its previous charges, and every account has the reason', async () => {
    await calculate(1, 2);
    change(2, { tariff: '25.00' });
    core.afterSnapshot = () => change(1, { tariff: '31.00' });
    const job = await calculate(1, 2);
    assert.deepEqual(await amounts(), { 1: ['200.00'], 2: ['250.00'] });
    assert.equal(job.skippedCount, 3);
    assert.deepEqual(await reasons(), ['house-changing', 'house-changing', 'house-changing']);
  });

  test('and was computed from newer data by another job is not overwritten with older data', async () => {
    const newer = fakeHouses(house(1, { version: 5, tariff: '50.00' }));
    await work((await queue(1)).batchId, newer);
    core.houses.set(1, house(1, { version: 4, tariff: '40.00' }));
    const { batchId } = await queue(1);
    let rounds = 0;
    core.afterSnapshot = () => {
      rounds += 1;
      if (rounds === 2) throw new Error('asked again');
    };
    await assert.rejects(work(batchId), /asked again/);
    assert.deepEqual(await amounts(), { 1: ['500.00'] });
  });

  test('is computed from older data in the end if core itself was set back', async () => {
    const newer = fakeHouses(house(1, { version: 5, tariff: '50.00' }));
    await work((await queue(1)).batchId, newer);
    core.houses.set(1, house(1, { version: 4, tariff: '40.00' }));
    await calculate(1);
    assert.deepEqual([await amounts(), core.told.get(1)], [{ 1: ['400.00'] }, 3]);
  });
});

describe('a snapshot', () => {
  for (const cutAt of [0, 10, 700, -1, -20]) {
    test(`cut off at ${cutAt} bytes is rejected, and nothing is stored`, async () => {
      core.cutAt = cutAt;
      const { batchId } = await queue(1, 2);
      await assert.rejects(
        work(batchId),
        (error: Error & { code?: string }) => error.code === 'dependency-unavailable',
      );
      assert.deepEqual(await charges(), []);
      core.cutAt = undefined;
      await work(batchId);
      assert.equal((await charges()).length, 6);
    });
  }

  const absent: readonly {
    readonly why: string;
    readonly make: () => void;
    readonly says: HouseFaultReason;
  }[] = [
    {
      why: 'without one of the houses',
      make: () => core.houses.delete(1),
      says: 'not-known',
    },
    {
      why: 'of a house that another organization has now',
      make: () => change(1, { organizationId: 99 }),
      says: 'elsewhere',
    },
  ];
  for (const { why, make, says } of absent) {
    test(`${why} leaves that house out with the reason, and computes the others`, async () => {
      make();
      const job = await calculate(1, 2);
      assert.deepEqual(await amounts(), { 2: ['200.00'] });
      assert.deepEqual([job.status, job.createdCharges], ['FAILED', 3]);
      assert.deepEqual(
        [job.error, job.errorFacts],
        ['houses-not-computed', { houses: [{ houseId: 1, reason: says }] }],
      );
    });
  }
});

test('accounts that cannot be charged are skipped with the reason, and the next run clears it', async () => {
  core.houses.set(1, house(1, { tariff: null }));
  const job = await calculate(1, 2);
  assert.deepEqual([job.status, job.skippedCount, job.createdCharges], ['COMPLETED', 3, 3]);
  assert.equal((await reasons())[0], 'tariff-missing');
  change(1, { tariff: '20.00' });
  const again = await calculate(1, 2);
  assert.deepEqual([again.skippedCount, await reasons()], [0, []]);
});

test('a job that has ended stores nothing more', async () => {
  const { jobId, batchId } = await queue(1, 2);
  core.afterSnapshot = () =>
    void inTransaction(db, async (trx) =>
      endJob(trx, { organizationId: ORGANIZATION, id: jobId }, 'CANCELLED'),
    ).then(() => ended.resolve());
  const ended = Promise.withResolvers<void>();
  const { listHouseVersions } = core.client;
  const waiting: FakeCore = {
    ...core,
    client: {
      ...core.client,
      listHouseVersions: async (...args) => {
        await ended.promise;
        return listHouseVersions(...args);
      },
    },
  };
  await work(batchId, waiting);
  assert.deepEqual(await charges(), []);
  assert.equal((await findJob(db, [ORGANIZATION], jobId))?.status, 'CANCELLED');
});

test('workers computing one batch at the same time store it once', async () => {
  const { jobId, batchId } = await queue(1, 2);
  await Promise.all([work(batchId), work(batchId), work(batchId)]);
  const job = await findJob(db, [ORGANIZATION], jobId);
  assert.deepEqual(
    [job?.processedAccounts, job?.createdCharges, (await charges()).length],
    [6, 6, 6],
  );
});

test('concurrent jobs on the same houses leave the charges of one', async () => {
  const queued = [await queue(1, 2), await queue(2, 1), await queue(1), await queue(2)];
  await Promise.all(queued.map(async ({ batchId }) => work(batchId)));
  assert.equal((await charges()).length, 6);
  assert.deepEqual(await amounts(), { 1: ['200.00'], 2: ['200.00'] });
});
