import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from './memory-store.ts';
import { remember } from './remember.ts';

test('what many ask for at once is loaded once, and then remembered', async () => {
  const store = createMemoryStore();
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  let loads = 0;
  const ask = async (): Promise<string> =>
    remember({ store, key: 'who', ttlMs: 60_000 }, async () => {
      loads += 1;
      return answer;
    });
  const asked = Promise.all(Array.from({ length: 100 }, ask));
  resolve('anna');
  assert.deepEqual(new Set(await asked), new Set(['anna']));
  assert.equal(await ask(), 'anna');
  assert.equal(loads, 1);
});

test('a failure is told to all who wait for it, and the next one asks anew', async () => {
  const store = createMemoryStore();
  let loads = 0;
  const ask = async (): Promise<string> =>
    remember({ store, key: 'who', ttlMs: 60_000 }, async () => {
      loads += 1;
      if (loads === 1) throw new Error('away');
      return 'anna';
    });
  const outcomes = await Promise.allSettled([ask(), ask()]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await ask(), 'anna');
  assert.equal(loads, 2);
});

test('keys and stores do not wait for each other', async () => {
  const [one, other] = [createMemoryStore(), createMemoryStore()];
  const ask = async (store: typeof one, key: string, value: string): Promise<string> =>
    remember({ store, key, ttlMs: 60_000 }, async () => value);
  assert.deepEqual(
    await Promise.all([ask(one, 'a', '1'), ask(one, 'b', '2'), ask(other, 'a', '3')]),
    ['1', '2', '3'],
  );
});
