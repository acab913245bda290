import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from './memory-store.ts';
import { forget, remember } from './remember.ts';

test('concurrent requests load a value once, and it is then remembered', async () => {
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

test('a failure reaches everyone waiting for it, and the next request loads again', async () => {
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

test('different keys and stores do not wait for each other', async () => {
  const [one, other] = [createMemoryStore(), createMemoryStore()];
  const ask = async (store: typeof one, key: string, value: string): Promise<string> =>
    remember({ store, key, ttlMs: 60_000 }, async () => value);
  assert.deepEqual(
    await Promise.all([ask(one, 'a', '1'), ask(one, 'b', '2'), ask(other, 'a', '3')]),
    ['1', '2', '3'],
  );
});

test('for a moment a process answers from its own memory, without the store', async () => {
  const store = createMemoryStore();
  let asked = 0;
  const counting = { ...store, get: async (key: string) => ((asked += 1), store.get(key)) };
  const ask = async (): Promise<string> =>
    remember({ store: counting, key: 'who', ttlMs: 60_000 }, async () => 'anna');
  for (let times = 0; times < 5; times += 1) assert.equal(await ask(), 'anna');
  assert.equal(asked, 1);
});

test('an answer never outlives its limit, including the moment in the process', async () => {
  const store = createMemoryStore();
  const lives: number[] = [];
  const telling = {
    ...store,
    set: async (key: string, value: string, ttlMs: number) => {
      lives.push(ttlMs);
      await store.set(key, value, ttlMs);
    },
  };
  let nowMs = 0;
  const remembering = { store: telling, key: 'who', ttlMs: 15_000, nowMs: () => nowMs };
  await remember(remembering, async () => {
    nowMs = 400;
    return 'anna';
  });
  assert.deepEqual(lives, [13_600], 'it was asked for 400 ms ago');
  nowMs = 20_000;
  await remember({ ...remembering, key: 'slow' }, async () => {
    nowMs += 14_000;
    return 'boris';
  });
  assert.equal(lives.length, 1, 'what took too long to say is kept for nobody');
});

test('what is forgotten, or may not be kept, is loaded again', async () => {
  const store = createMemoryStore();
  let loads = 0;
  const ask = async (isKept: boolean): Promise<number> =>
    remember({ store, key: 'who', ttlMs: 60_000, keepIf: () => isKept }, async () => (loads += 1));
  assert.equal(await ask(true), 1);
  assert.equal(await ask(true), 1);
  await forget(store, 'who');
  assert.equal(await ask(false), 2);
  assert.equal(await ask(false), 3);
});

test('an answer requested before it was forgotten is not reused after', async () => {
  const store = createMemoryStore();
  const { promise: slow, resolve } = Promise.withResolvers<string>();
  const early = remember({ store, key: 'who', ttlMs: 60_000 }, async () => slow);
  await forget(store, 'who');
  const late = remember({ store, key: 'who', ttlMs: 60_000 }, async () => 'new');
  assert.equal(await late, 'new');
  resolve('old');
  assert.equal(await early, 'old');
  assert.equal(await remember({ store, key: 'who', ttlMs: 60_000 }, async () => 'newer'), 'new');
  assert.equal(await store.get('who'), '"new"');
});
