// Jobs whose process is gone run again in another long before the queue is supervised anyway.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../database/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openJobQueue, type JobQueue } from './job-queue.ts';

const QUEUE = 'sums';
const SOLO_QUEUE = 'round';
const LEFT_ACTIVE = [
  { of: QUEUE, policy: 'standard', group: '1', reference: 53 },
  { of: SOLO_QUEUE, policy: 'exclusive', group: null, reference: 54 },
];
let testDatabase: TestDatabase;
let database: Database<unknown>;
let queue: JobQueue;
const errors: Error[] = [];

before(async () => {
  testDatabase = await createTestDatabase('empty');
  database = openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'looks-test' });
  queue = await openJobQueue({
    databaseUrl: testDatabase.url,
    queues: [QUEUE],
    soloQueues: [{ name: SOLO_QUEUE, retries: 3, firstRetrySeconds: 1, maxRetrySeconds: 1 }],
    role: undefined,
    onError: (error) => errors.push(error),
  });
});
after(async () => {
  await queue.stop();
  await database.db.destroy();
  await testDatabase.drop();
});

for (const { of, policy, group, reference } of LEFT_ACTIVE)
  test(`a job left active in the ${policy} queue runs again`, { timeout: 45_000 }, async () => {
    await sql`
      insert into job_queue.job (name, data, policy, group_id, state, retry_limit, retry_delay, started_on, heartbeat_on,
        heartbeat_seconds)
      values (${of}, ${JSON.stringify({ organizationId: 1, reference })}::jsonb, ${policy}, ${group}, 'active', 5, 1,
        now() - interval '1 minute', now() - interval '11 seconds', 10)
    `.execute(database.db);
    const { promise: run, resolve } = Promise.withResolvers<number>();
    if (of === QUEUE) await queue.work(QUEUE, async (job) => resolve(job.reference));
    else await queue.workSolo(SOLO_QUEUE, async (found) => resolve(found));
    assert.equal(await run, reference);
    assert.deepEqual(errors, []);
  });
