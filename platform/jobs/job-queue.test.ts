import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { inTransaction, openDatabase, type Database } from '../database/database.ts';
import { askServer } from '../testing/servers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { openJobQueue, type JobQueue } from './job-queue.ts';

const QUEUE = 'sums';
const SOLO_QUEUE = 'round';
const ORGANIZATION = 1;
const ROLE = 'test_enqueuer';
let testDatabase: TestDatabase;
let database: Database<unknown>;
let queue: JobQueue;
const errors: Error[] = [];

before(async () => {
  testDatabase = await createTestDatabase('empty');
  const makeRole = `do $$ begin create role ${ROLE}; exception when duplicate_object then null; end $$`;
  await askServer(testDatabase.url, makeRole);
  const applicationName = 'jobs-test';
  database = openDatabase({ url: testDatabase.url, poolSize: 4, applicationName, role: ROLE });
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
  assert.deepEqual(errors.splice(0), []);
});

async function open(queues = [QUEUE]): Promise<JobQueue> {
  return openJobQueue({
    databaseUrl: testDatabase.url,
    queues,
    soloQueues: [{ name: SOLO_QUEUE, retries: 3, firstRetrySeconds: 600, maxRetrySeconds: 3600 }],
    role: ROLE,
    onError: (error) => errors.push(error),
  });
}

async function enqueue(reference: number, organizationId = ORGANIZATION, to = QUEUE) {
  const job = { organizationId, reference };
  await inTransaction(database.db, async (trx) => queue.enqueue(trx, to, job));
}

async function enqueueMany(
  references: readonly number[],
  organizationId = ORGANIZATION,
): Promise<void> {
  await inTransaction(database.db, async (trx) =>
    queue.enqueueMany(trx, QUEUE, organizationId, references),
  );
}

/** A handler that records its jobs. */
function collector(): {
  seen: number[];
  handle: (job: { readonly reference: number }) => Promise<void>;
  got: (reference: number) => Promise<void>;
} {
  const seen: number[] = [];
  const news = new EventTarget();
  return {
    seen,
    handle: async ({ reference }) => {
      seen.push(reference);
      news.dispatchEvent(new Event('job'));
    },
    got: async (reference) => {
      while (!seen.includes(reference)) await once(news, 'job');
    },
  };
}

test('a committed job runs, and one of a rolled-back transaction never does', async () => {
  const { seen, handle, got } = collector();
  await queue.work(QUEUE, handle);
  const work = inTransaction(database.db, async (trx) => {
    await queue.enqueue(trx, QUEUE, { organizationId: ORGANIZATION, reference: 1 });
    throw new Error('changed my mind');
  });
  await assert.rejects(work, /changed my mind/);
  await enqueue(2);
  await enqueue(3);
  await got(3);
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    [2, 3],
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) from job_queue.job where data ->> 'reference' = '1'
  `.execute(database.db);
  assert.deepEqual(rows, [{ count: 0 }]);
});

test('a job waits for a worker, across a restart of the queue', async () => {
  await enqueue(4);
  await queue.stop();
  queue = await open();
  const { handle, got } = collector();
  await queue.work(QUEUE, handle);
  await got(4);
});

test('a new queue works, with rights to later additions to its schema', async () => {
  await askServer(testDatabase.url, 'create table job_queue.added (id integer)');
  await queue.stop();
  queue = await open([QUEUE, 'new']);
  await sql`insert into job_queue.added values (1)`.execute(database.db);
  const { handle, got } = collector();
  await queue.work('new', handle);
  await enqueue(5, ORGANIZATION, 'new');
  await got(5);
});

test('a job without a notification is found all the same', { timeout: 20_000 }, async () => {
  const { handle, got } = collector();
  await queue.work(QUEUE, handle);
  await enqueue(51);
  await got(51);
  await sql`
    insert into job_queue.job (name, data, policy, retry_limit, start_after)
    values (${QUEUE}, ${JSON.stringify({ organizationId: ORGANIZATION, reference: 52 })}::jsonb, 'standard', 0, now() + interval '1 second')
  `.execute(database.db);
  await got(52);
});

test('queued jobs run without waiting for the next poll', async () => {
  const { handle, got } = collector();
  await queue.work(QUEUE, handle);
  const startedAt = performance.now();
  await inTransaction(database.db, async (trx) => {
    for (let reference = 210; reference < 250; reference += 1)
      await queue.enqueue(trx, QUEUE, { organizationId: ORGANIZATION, reference });
  });
  await got(249);
  // Without that they would take 80 seconds.
  assert.ok(performance.now() - startedAt < 60_000, `${performance.now() - startedAt} ms`);
});

test('processes that start at once and share a queue run each job once', async () => {
  const queues = await Promise.all([open(), open(), open()]);
  const { seen, handle, got } = collector();
  await Promise.all(queues.map(async ({ work }) => work(QUEUE, handle)));
  const references = Array.from({ length: 10 }, (_, index) => 100 + index);
  await inTransaction(database.db, async (trx) => {
    for (const reference of references)
      await queue.enqueue(trx, QUEUE, { organizationId: ORGANIZATION, reference });
  });
  await Promise.all(references.map(got));
  await Promise.all(queues.map(async ({ stop }) => stop()));
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    references,
  );
});

test('a job queued alone goes before jobs queued in bulk', async () => {
  const { seen, handle, got } = collector();
  const mass = Array.from({ length: 30 }, (_, index) => 300 + index);
  await enqueueMany(mass);
  await enqueue(399);
  await queue.work(QUEUE, handle);
  await Promise.all([399, ...mass].map(got));
  assert.equal(seen[0], 399);
  assert.deepEqual(new Set(seen), new Set([399, ...mass]));
});

test('a process may run several jobs at once', async () => {
  const running = new Set<number>();
  const all = Promise.withResolvers<void>();
  await queue.work(
    QUEUE,
    async ({ reference }) => {
      running.add(reference);
      if (running.size === 3) all.resolve();
      await all.promise;
    },
    3,
  );
  await enqueueMany([401, 402, 403]);
  await all.promise;
  assert.deepEqual(
    [...running].toSorted((a, b) => a - b),
    [401, 402, 403],
  );
});

test('a job whose handler throws is retried, and given up exactly once', async () => {
  let tries = 0;
  const given = collector();
  // The pauses between the retries grow to a minute; here they are cut short, and another job wakes the worker.
  const noPause = async (): Promise<void> =>
    void (await sql`update job_queue.job set start_after = now() where name = ${QUEUE} and state = 'retry'`.execute(
      database.db,
    ));
  const ofOrganizations: number[] = [];
  await queue.work(QUEUE, async ({ organizationId, reference }) => {
    if (reference !== 5) return;
    ofOrganizations.push(organizationId);
    tries += 1;
    throw new Error('no');
  });
  await queue.giveUp(QUEUE, async (job) => {
    ofOrganizations.push(job.organizationId);
    await given.handle(job);
  });
  await enqueue(5, 12);
  const hurry = setInterval(() => void noPause().then(async () => enqueue(50)), 50);
  await given.got(5);
  clearInterval(hurry);
  assert.equal(tries, 6, 'the first try and five more');
  assert.deepEqual(given.seen, [5]);
  assert.deepEqual(new Set(ofOrganizations), new Set([12]), 'whose it is stays known');
  const { rows } = await sql<{ count: number }>`
    select count(*) from job_queue.job where name = ${`${QUEUE}-given-up`}
  `.execute(database.db);
  assert.deepEqual(rows, [{ count: 1 }]);
});

test('a listener is notified that its job has run here, even if it threw', async () => {
  const told: string[] = [];
  const heard = [61, 62].map(async (reference) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.onRun(QUEUE, reference, resolve);
    await promise;
    told.push(`heard ${reference}`);
  });
  queue.onRun(QUEUE, 61, () => told.push('no longer listened'))();
  await queue.work(QUEUE, async ({ reference }) => {
    // Jobs of earlier tests may be left.
    if (reference > 60) told.push(`ran ${reference}`);
    if (reference === 62) throw new Error('broken');
  });
  await enqueue(61);
  await heard[0];
  await enqueue(62);
  await heard[1];
  assert.deepEqual(told, ['ran 61', 'heard 61', 'ran 62', 'heard 62']);
});

test('stopping signals the running job, waits for it to hand back, and takes no other', async () => {
  const started = Promise.withResolvers<void>();
  let handedBack = false;
  await queue.work(QUEUE, async ({ reference }, signal) => {
    // Ignore jobs that earlier tests have left in the queue.
    if (reference !== 6) return;
    started.resolve();
    await once(signal, 'abort');
    handedBack = true;
    await enqueue(7);
  });
  await enqueue(6);
  await started.promise;
  const startedAt = performance.now();
  await queue.stop();
  assert.ok(handedBack);
  assert.ok(performance.now() - startedAt < 10_000);
  const { rows } = await sql<{ reference: string; state: string }>`
    select data ->> 'reference' as reference, state from job_queue.job
    where data ->> 'reference' in ('6', '7') and name = ${QUEUE} order by 1
  `.execute(database.db);
  assert.deepEqual(rows, [
    { reference: '6', state: 'completed' },
    { reference: '7', state: 'created' },
  ]);
  queue = await open();
});

test('an idle queue stops at once', async () => {
  await queue.work(QUEUE, async () => undefined);
  await queue.giveUp(QUEUE, async () => undefined);
  const startedAt = performance.now();
  await queue.stop();
  assert.ok(performance.now() - startedAt < 10_000, `${performance.now() - startedAt} ms`);
  queue = await open();
});

async function soloJobs(): Promise<readonly { state: string; startAfter: Date }[]> {
  const { rows } = await sql<{ state: string; startAfter: Date }>`
    select state, start_after from job_queue.job where name = ${SOLO_QUEUE} order by created_on
  `.execute(database.db);
  return rows;
}

test('solo work requested by many processes at once is done once', async () => {
  const queues = await Promise.all([open(), open(), open()]);
  const { seen, handle, got } = collector();
  await Promise.all(queues.map(async ({ ensure }) => ensure(SOLO_QUEUE, 7)));
  await Promise.all(queues.map(async ({ ensure }) => ensure(SOLO_QUEUE, 7)));
  await Promise.all(
    queues.map(async ({ workSolo }) =>
      workSolo(SOLO_QUEUE, async (reference) => handle({ reference })),
    ),
  );
  await got(7);
  await Promise.all(queues.map(async ({ stop }) => stop()));
  assert.deepEqual(seen, [7]);
  assert.deepEqual(
    (await soloJobs()).map(({ state }) => state),
    ['completed'],
  );
});

test('solo work requested while it runs is not queued behind itself', async () => {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const { handle, got } = collector();
  await queue.workSolo(SOLO_QUEUE, async (reference) => {
    started.resolve();
    await release.promise;
    await handle({ reference });
  });
  const standing = (await soloJobs()).length;
  await queue.ensure(SOLO_QUEUE, 7);
  await started.promise;
  await queue.ensure(SOLO_QUEUE, 7);
  release.resolve();
  await got(7);
  assert.equal((await soloJobs()).length, standing + 1);
});

test('solo work waiting for a retry is brought forward by a new request', async () => {
  let tries = 0;
  const { handle, got } = collector();
  const failed = Promise.withResolvers<void>();
  await queue.workSolo(SOLO_QUEUE, async (reference) => {
    tries += 1;
    if (tries === 1) {
      failed.resolve();
      throw new Error('not yet');
    }
    await handle({ reference });
  });
  await queue.ensure(SOLO_QUEUE, 7);
  await failed.promise;
  await until('it waits for its next try', async () =>
    (await soloJobs()).some(({ state }) => state === 'retry'),
  );
  const waiting = (await soloJobs()).find(({ state }) => state === 'retry');
  assert.ok(waiting !== undefined && waiting.startAfter.getTime() > Date.now() + 60_000);
  await queue.ensure(SOLO_QUEUE, 7);
  await got(7);
  assert.equal(tries, 2);
});

test('all processes share one schedule, by Moscow’s clock', async () => {
  const other = await open();
  await Promise.all([queue, other].map(async ({ schedule }) => schedule(SOLO_QUEUE, '0 4 * * *')));
  await other.stop();
  const { rows } = await sql<object>`
    select name, cron, timezone, options ->> 'singletonKey' as key from job_queue.schedule
  `.execute(database.db);
  assert.deepEqual(rows, [
    { name: SOLO_QUEUE, cron: '0 4 * * *', timezone: 'Europe/Moscow', key: SOLO_QUEUE },
  ]);
});

test('the metrics show what waits and since when, what runs, and what failed too often', async () => {
  const figures = async () => (await queue.figures()).find((one) => one.queue === SOLO_QUEUE);
  const idle = await figures();
  assert.ok(idle !== undefined && idle.waiting === 0 && idle.oldestSeconds === 0);
  await queue.ensure(SOLO_QUEUE, 7);
  await database.pool.query(
    `update job_queue.job set start_after = now() - interval '90 s' where name = '${SOLO_QUEUE}' and state = 'created'`,
  );
  const waiting = await figures();
  assert.equal(waiting?.waiting, 1);
  assert.ok(waiting.oldestSeconds >= 90 && waiting.oldestSeconds < 120);
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  await queue.workSolo(SOLO_QUEUE, async () => {
    take();
    await done;
  });
  await taken;
  assert.deepEqual(
    { ...(await figures()), failed: 0 },
    { queue: SOLO_QUEUE, waiting: 0, running: 1, failed: 0, oldestSeconds: 0 },
  );
  finish();
  await until('the job is over', async () => (await figures())?.running === 0);
});
