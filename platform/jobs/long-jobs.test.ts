// What happens to a long job whose work throws, or whose turn is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kysely } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { NO_QUEUE } from '../testing/no-queue.ts';
import type { JobHandler } from './job-queue.ts';
import { JobOverError, workLongJobs } from './long-jobs.ts';

/** Its transactions run what they are given. */
const NO_DATABASE = {
  transaction: () => ({ execute: async (work: (trx: object) => unknown) => work({}) }),
} as unknown as Kysely<unknown>;

/** What was done to a job that runs like this. */
async function afterwards(run: () => Promise<'unfinished' | void>): Promise<readonly string[]> {
  const done: string[] = [];
  const handlers: JobHandler[] = [];
  const stopping = new AbortController();
  await workLongJobs<unknown>({
    db: NO_DATABASE,
    queue: {
      ...NO_QUEUE,
      work: async (_line, handler) => void handlers.push(handler),
      enqueue: async (_trx, line, { reference }) => void done.push(`${reference} is in ${line}`),
    },
    line: 'a-line',
    name: 'a job',
    log: { warn: () => done.push('warned'), error: () => done.push('reported') },
    run,
    requeue: async (_db, { reference }, why) => {
      done.push(`${reference} waits: ${JSON.stringify(why)}`);
      return true;
    },
    fail: async ({ reference }, why) => done.push(`${reference} failed: ${JSON.stringify(why)}`),
    explain: (thrown) =>
      thrown instanceof RangeError
        ? { code: 'rate-missing', facts: { day: thrown.message } }
        : undefined,
  });
  await assertEnds(handlers[0]?.({ organizationId: 1, reference: 7 }, stopping.signal), done);
  return done;
}

async function assertEnds(work: Promise<void> | undefined, done: string[]): Promise<void> {
  assert.ok(work);
  await work.catch(() => done.push('asked for again'));
}

const away = new Refusal('dependency-unavailable', 'No answer', { dependency: 'core' });
const cases = [
  { why: 'another has done it', error: new JobOverError('over'), done: [] },
  {
    why: 'something it needs is unavailable',
    error: away,
    done: [
      'warned',
      '7 waits: {"code":"dependency-unavailable","facts":{"dependency":"core"}}',
      'asked for again',
    ],
  },
  {
    why: 'it is refused',
    error: new Refusal('month-closed', 'The month 2026-05 is closed'),
    done: ['warned', '7 failed: {"code":"month-closed","facts":{}}'],
  },
  {
    why: 'it is refused for what no job should meet',
    error: new Refusal('not-found', 'secret of the house'),
    done: ['reported', '7 failed: {"code":"internal","facts":{}}'],
  },
  {
    why: 'people can mend what is wrong',
    error: new RangeError('2026-05-01'),
    done: ['warned', '7 failed: {"code":"rate-missing","facts":{"day":"2026-05-01"}}'],
  },
  {
    why: 'nobody expected it',
    error: new TypeError('secret of the house'),
    done: ['reported', '7 failed: {"code":"internal","facts":{}}'],
  },
];
for (const { why, error, done } of cases)
  test(`a long job ends correctly when ${why}`, async () => {
    const run = async () => {
      throw error;
    };
    assert.deepEqual(await afterwards(run), done);
  });

test('a long job whose turn is over waits for the next one', async () => {
  assert.deepEqual(await afterwards(async () => 'unfinished'), ['7 waits: null', '7 is in a-line']);
});
