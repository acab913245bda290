import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, test } from 'node:test';
import { until } from '../testing/until.ts';
import { openThread, type ComputingThread } from './computing-thread.ts';
import type { Odd } from './testing/odd-thread.ts';

const IDLE_MS = 5;
const ENTRY = new URL('./testing/odd-thread.ts', import.meta.url);

let thread: ComputingThread<Odd, Uint8Array>;

beforeEach(() => {
  thread = openThread(ENTRY);
});
afterEach(async () => thread.close());

test('a thread computes call by call, each with its own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => thread.compute(Uint8Array.of(n, 7))),
  );
  for (const [n, answer] of answers.entries()) assert.deepEqual([...answer], [n + 1, 8]);
});

test('a transferred buffer leaves nothing behind', async () => {
  const input = Uint8Array.of(1);
  assert.deepEqual([...(await thread.compute(input, [input.buffer]))], [2]);
  assert.equal(input.length, 0);
});

test('this thread is not blocked while it computes', async () => {
  const long = thread.compute(new Uint8Array(30_000_000));
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  await long;
  clearInterval(turning);
  assert.ok(turns > 3, `${turns} turns`);
});

test('an error of the function is rethrown, and the next call is answered', async () => {
  await assert.rejects(thread.compute('throw'), (error: Error) => {
    assert.equal(error.message, 'too odd');
    return String(error.cause).includes('odd-thread.ts');
  });
  assert.deepEqual([...(await thread.compute(Uint8Array.of(1)))], [2]);
});

test('when the thread dies waiting calls fail, and the next call gets a new one', async () => {
  const [dying, behind] = [thread.compute('end'), thread.compute(Uint8Array.of(1))];
  await assert.rejects(dying, /ended with 3/);
  await assert.rejects(behind, /ended with 3/);
  assert.deepEqual([...(await thread.compute(Uint8Array.of(1)))], [2]);
});

test('closing it fails waiting calls, and closing it again is harmless', async () => {
  const waiting = thread.compute(new Uint8Array(10_000_000));
  await Promise.all([assert.rejects(waiting, /closed/), thread.close()]);
  await thread.close();
});

test('an idle thread ends by itself, and the next call gets a new one', async () => {
  const short = openThread<Odd, Uint8Array>(ENTRY, { idleMs: IDLE_MS });
  const [first] = await short.compute('who');
  await until('another answers', async () => {
    await once(AbortSignal.timeout(IDLE_MS * 4), 'abort');
    return (await short.compute('who'))[0] !== first;
  });
  await short.close();
});
