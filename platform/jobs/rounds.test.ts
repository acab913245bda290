// Organizations take turns: one with many waiting jobs does not keep another from being next.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { inTransaction, openDatabase, type Database } from '../database/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openJobQueue, type JobQueue } from './job-queue.ts';

const QUEUE = 'sums';
const [LARGE, SMALL, THIRD] = [1, 2, 3];
let testDatabase: TestDatabase;
let database: Database<unknown>;
let queue: JobQueue;
const errors: Error[] = [];

before(async () => {
  testDatabase = await createTestDatabase('empty');
  database = openDatabase({ url: testDatabase.url, poolSize: 4, applicationName: 'rounds-test' });
});
after(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});
beforeEach(async () => {
  queue = await open();
});
afterEach(async () => {
  await queue.stop();
  await sql`drop schema job_queue cascade`.execute(database.db);
  assert.deepEqual(errors.splice(0), []);
});

async function open(): Promise<JobQueue> {
  return openJobQueue({
    databaseUrl: testDatabase.url,
    queues: [QUEUE],
    role: undefined,
    onError: (error) => errors.push(error),
  });
}

async function enqueue(organizationId: number, ...references: readonly number[]): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    for (const reference of references)
      await queue.enqueue(trx, QUEUE, { organizationId, reference });
  });
}

async function enqueueMany(organizationId: number, references: readonly number[]): Promise<void> {
  await inTransaction(database.db, async (trx) =>
    queue.enqueueMany(trx, QUEUE, organizationId, references),
  );
}

/** Numbers from the organization's hundreds, so that lists of them are readable. */
function jobsOf(organizationId: number, count: number): number[] {
  return Array.from({ length: count }, (_, nth) => organizationId * 1000 + nth);
}

type Steps = {
  /** The job that has just been taken. */
  readonly taken: () => Promise<number>;
  /** Ends the running job; so does the end of the test. */
  readonly end: () => void;
};

/** A worker that runs each job until the test ends it. */
async function workInSteps(of: JobQueue): Promise<Steps> {
  const taken: PromiseWithResolvers<number>[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const nth = <T>(list: PromiseWithResolvers<T>[], index: number): PromiseWithResolvers<T> =>
    (list[index] ??= Promise.withResolvers<T>());
  let [jobs, looked, ended] = [0, 0, 0];
  await of.work(QUEUE, async ({ reference }, signal) => {
    const job = jobs++;
    nth(taken, job).resolve(reference);
    // One that is taken while the queue stops is aborted from the beginning.
    if (signal.aborted) return;
    await Promise.race([nth(ends, job).promise, once(signal, 'abort')]);
  });
  return {
    taken: async () => nth(taken, looked++).promise,
    end: () => nth(ends, ended++).resolve(),
  };
}

async function takeInOrder({ taken, end }: Steps, count: number): Promise<readonly number[]> {
  const order: number[] = [];
  for (let job = 0; job < count; job += 1) {
    order.push(await taken());
    end();
  }
  return order;
}

test('one job of each waiting organization is taken per round', async () => {
  await enqueue(LARGE, ...jobsOf(LARGE, 4));
  await enqueue(SMALL, ...jobsOf(SMALL, 2));
  await enqueue(THIRD, ...jobsOf(THIRD, 1));
  const order = await takeInOrder(await workInSteps(queue), 7);
  assert.deepEqual(order, [1000, 2000, 3000, 1001, 2001, 1002, 1003]);
});

test('another organization is next behind 400 jobs of the first, at any time', async () => {
  const steps = await workInSteps(queue);
  await enqueue(LARGE, ...jobsOf(LARGE, 400));
  assert.equal(await steps.taken(), 1000);
  await enqueue(SMALL, 2000);
  steps.end();
  assert.deepEqual(await takeInOrder(steps, 100), [2000, ...jobsOf(LARGE, 100).slice(1)]);
  assert.equal(await steps.taken(), 1100);
  await enqueue(THIRD, 3000, 3001);
  await enqueue(SMALL, 2001);
  steps.end();
  assert.deepEqual(await takeInOrder(steps, 5), [3000, 2001, 1101, 3001, 1102]);
});

test('an organization that asks again once served waits for those whose turn it is', async () => {
  const steps = await workInSteps(queue);
  await enqueue(LARGE, ...jobsOf(LARGE, 3));
  assert.equal(await steps.taken(), 1000);
  const order: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) {
    await enqueue(SMALL, 2000 + asked);
    steps.end();
    order.push(await steps.taken());
    await enqueue(THIRD, 3000 + asked);
    steps.end();
    order.push(await steps.taken());
  }
  assert.deepEqual(
    order.filter((reference) => reference < 2000),
    [1001, 1002],
    'neither keeps the large one waiting for more than a round',
  );
});

test('bulk jobs take turns too, after single jobs of the same organization', async () => {
  await enqueueMany(LARGE, jobsOf(LARGE, 50));
  await enqueueMany(SMALL, jobsOf(SMALL, 2));
  await enqueue(LARGE, 1999);
  const order = await takeInOrder(await workInSteps(queue), 6);
  assert.deepEqual(order, [1999, 1000, 2000, 1001, 2001, 1002]);
});

test('an organization that was served alone loses no turns later', async () => {
  const steps = await workInSteps(queue);
  await enqueue(LARGE, ...jobsOf(LARGE, 20));
  await takeInOrder(steps, 20);
  await enqueue(SMALL, 2000);
  assert.equal(await steps.taken(), 2000);
  await enqueue(SMALL, 2001, 2002);
  await enqueue(LARGE, 1100, 1101);
  steps.end();
  const order = await takeInOrder(steps, 4);
  assert.deepEqual(
    order.filter((reference) => reference < 2000),
    [1100, 1101],
  );
  assert.ok(order.indexOf(1100) < order.indexOf(2002), order.join(' '));
});

test('processes that share a queue share the turns', async () => {
  const other = await open();
  const [one, two] = [await workInSteps(queue), await workInSteps(other)];
  await enqueue(LARGE, ...jobsOf(LARGE, 10));
  assert.deepEqual(
    (await Promise.all([one.taken(), two.taken()])).toSorted((a, b) => a - b),
    [1000, 1001],
  );
  await enqueue(SMALL, 2000);
  await enqueue(THIRD, 3000);
  one.end();
  two.end();
  assert.deepEqual(
    (await Promise.all([one.taken(), two.taken()])).toSorted((a, b) => a - b),
    [2000, 3000],
  );
  one.end();
  two.end();
  await other.stop();
});
