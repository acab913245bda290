// What becomes of a long job whose work throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kysely } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { NO_QUEUE } from '../testing/no-queue.ts';
import type { JobHandler } from './job-queue.ts';
import { JobOverError, workLongJobs } from './long-jobs.ts';

/** What was done to the job, whose work throws this. */
async function afterwards(error: unknown): Promise<readonly string[]> {
  const done: string[] = [];
  const handlers: JobHandler[] = [];
  const stopping = new AbortController();
  await workLongJobs<unknown>({
    // Nothing of it is asked for while the process goes on.
    db: {} as Kysely<unknown>,
    queue: { ...NO_QUEUE, work: async (_line, handler) => void handlers.push(handler) },
    line: 'a-line',
    name: 'a job',
    log: { warn: () => done.push('warned'), error: () => done.push('logged') },
    run: async () => {
      throw error;
    },
    requeue: async (_db, reference, reason) => {
      done.push(`${reference} waits: ${reason}`);
      return 1;
    },
    fail: async (reference, reason) => done.push(`${reference} failed: ${reason}`),
    explain: (cause) => (cause instanceof RangeError ? 'No rate on 2026-05-01' : undefined),
  });
  await assertEnds(handlers[0]?.(7, stopping.signal), done);
  return done;
}

async function assertEnds(work: Promise<void> | undefined, done: string[]): Promise<void> {
  assert.ok(work);
  await work.catch(() => done.push('asked for again'));
}

const away = new Refusal('dependency-unavailable', 'The core-service is not available now');
const cases = [
  { why: 'another has done it', error: new JobOverError('over'), done: [] },
  {
    why: 'something it needs is unavailable',
    error: away,
    done: ['warned', `7 waits: ${away.message}`, 'asked for again'],
  },
  {
    why: 'it is refused',
    error: new Refusal('unprocessable-reference', 'House 5 has left'),
    done: ['logged', '7 failed: House 5 has left'],
  },
  {
    why: 'people can mend what is wrong',
    error: new RangeError('2026-05-01'),
    done: ['logged', '7 failed: No rate on 2026-05-01'],
  },
  {
    why: 'nobody expected it',
    error: new TypeError('secret of the house'),
    done: ['logged', '7 failed: An unexpected fault; the log of the service tells more'],
  },
];
for (const { why, error, done } of cases)
  test(`a long job ends as it should when ${why}`, async () => {
    assert.deepEqual(await afterwards(error), done);
  });
