import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, test } from 'node:test';
import { Refusal } from '../http/refusal.ts';
import { until } from '../testing/until.ts';
import { LimitExceeded, openStreamingThreads, type StreamingThreads } from './streaming-threads.ts';
import type { Counting } from './testing/counting-thread.ts';

const ENTRY = new URL('./testing/counting-thread.ts', import.meta.url);
const LIMITS = { cpuMs: 2_000, memoryMb: 64 };
const IDLE_MS = 5;

let threads: StreamingThreads<Counting, number>;
beforeEach(() => {
  threads = openStreamingThreads(ENTRY, LIMITS);
});
afterEach(async () => threads.close());

async function all(input: Counting): Promise<readonly number[]> {
  return Array.fromAsync(threads.open(input));
}

test('every piece arrives, in order', async () => {
  assert.deepEqual(
    await all(500),
    Array.from({ length: 501 }, (_, number) => number),
  );
});

test('concurrent streams do not mix', async () => {
  const streams = await Promise.all([all(40), all(30), all(20)]);
  assert.deepEqual(
    streams.map((pieces) => [pieces.length, pieces.at(-1)]),
    [
      [41, 40],
      [31, 30],
      [21, 20],
    ],
  );
});

test('the next stream reuses the thread of the last one', async () => {
  assert.deepEqual(await all('who'), await all('who'));
});

test('an idle thread ends by itself', async () => {
  const short = openStreamingThreads<Counting, number>(ENTRY, LIMITS, { idleMs: IDLE_MS });
  const first = await Array.fromAsync(short.open('who'));
  await until('another answers', async () => {
    await once(AbortSignal.timeout(IDLE_MS * 4), 'abort');
    return (await Array.fromAsync(short.open('who')))[1] !== first[1];
  });
  await short.close();
});

test('a reader that stops early ends the stream, and the next one is complete', async () => {
  for await (const number of threads.open(1_000_000)) if (number === 7) break;
  assert.equal((await all(3)).length, 4);
});

test('a refusal arrives as it was thrown, after the pieces before it', async () => {
  const pieces = threads.open('refuse');
  assert.equal((await pieces.next()).value, 0);
  await assert.rejects(pieces.next(), (error) => {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'validation-failed');
    assert.equal(error.message, '/name is odd');
    return (
      assert.deepEqual(error.errors, [
        { path: '/name', message: 'is odd', reason: { code: 'wrong-form' } },
      ]) === undefined
    );
  });
  assert.equal((await all(3)).length, 4);
});

test('an error of the stream is rethrown, with its stack', async () => {
  await assert.rejects(all('throw'), (error: Error) => {
    assert.equal(error.message, 'too odd');
    return String(error.cause).includes('counting-thread.ts');
  });
});

test('when the thread dies its reader gets an error, and the next stream is complete', async () => {
  await assert.rejects(all('end'), /thread has ended/);
  assert.equal((await all(3)).length, 4);
});

for (const input of ['for ever', 'gaze'] as const) {
  test(`a stream that exceeds its processor time is ended, and this thread goes on: ${input}`, async () => {
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    await assert.rejects(
      all(input),
      (error) => error instanceof LimitExceeded && error.limit === 'cpuMs',
    );
    clearInterval(turning);
    assert.ok(turns > 3, `${turns} turns`);
    assert.equal((await all(3)).length, 4);
  });
}

test('processor time is counted per stream', async () => {
  for (let stream = 0; stream < 5; stream += 1) assert.deepEqual(await all('half a second'), [0]);
});

test('a stream that exceeds its memory is ended, and this process goes on', async () => {
  await assert.rejects(
    all('hoard'),
    (error) => error instanceof LimitExceeded && error.limit === 'memoryMb',
  );
  assert.equal((await all(3)).length, 4);
});
