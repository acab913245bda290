import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../lifecycle/free-port.ts';
import { missing } from '../testing/programs.ts';
import { startRedisServer, type RedisServer } from '../testing/redis-server.ts';
import { until } from '../testing/until.ts';
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { openKeyValueStore } from './open-store.ts';
import { createRedisStore } from './redis-store.ts';
import { remember } from './remember.ts';

const LONG_MS = 60_000;
const SHORT_MS = 30;
/** On a busy machine, fifty commands at once may take longer than a service waits. */
const PATIENCE_MS = 10_000;

describe('the memory store', () => {
  const store = createMemoryStore();
  after(async () => store.close());
  keyValueContract(() => store);
});

describe('the Redis store', { skip: missing('redis-server') }, () => {
  let server: RedisServer;
  let store: KeyValueStore;
  before(async () => {
    server = await startRedisServer();
    store = createRedisStore(server.url, () => undefined, PATIENCE_MS);
    await until('the store answers', async () => {
      await store.ping();
      return true;
    });
  });
  after(async () => {
    await store.close();
    await server.kill();
  });
  keyValueContract(() => store);
});

/** What every driver guarantees. */
function keyValueContract(open: () => KeyValueStore): void {
  const newKey = (): string => `test:${randomUUID()}`;
  const gone = async (key: string): Promise<void> =>
    until('the key is gone', async () => (await open().get(key)) === undefined);

  test('a missing key is undefined, and deleting it is no error', async () => {
    assert.equal(await open().get(newKey()), undefined);
    await open().delete(newKey());
  });

  test('a value comes back unchanged, whatever it contains', async () => {
    for (const value of ['', 'текст 😀', '{"a":"\\u0000"}', 'line\r\nline', 'x'.repeat(100_000)]) {
      const key = newKey();
      await open().set(key, value, LONG_MS);
      assert.equal(await open().get(key), value);
    }
  });

  test('a later value replaces an earlier one, and so does its lifetime', async () => {
    const key = newKey();
    await open().set(key, 'old', SHORT_MS);
    await open().set(key, 'new', LONG_MS);
    const other = newKey();
    await open().set(other, 'x', SHORT_MS);
    await gone(other);
    assert.equal(await open().get(key), 'new');
  });

  test('a value is gone when it expires or is deleted', async () => {
    const [first, second] = [newKey(), newKey()];
    await open().set(first, 'x', SHORT_MS);
    await open().set(second, 'x', LONG_MS);
    await gone(first);
    await open().delete(second);
    assert.equal(await open().get(second), undefined);
  });

  test('only the first of many sets a missing key, until it is gone', async () => {
    const key = newKey();
    const tries = Array.from({ length: 20 }, async (_, index) =>
      open().setIfAbsent(key, String(index), LONG_MS),
    );
    assert.equal((await Promise.all(tries)).filter(Boolean).length, 1);
    await open().delete(key);
    assert.equal(await open().setIfAbsent(key, 'shortly', SHORT_MS), true);
    await gone(key);
    assert.equal(await open().setIfAbsent(key, 'again', LONG_MS), true);
    assert.equal(await open().get(key), 'again');
  });

  test('a value is replaced only if it is still the one that was read', async () => {
    const key = newKey();
    assert.equal(await open().replace(key, '1', '2', LONG_MS), false);
    assert.equal(await open().replace(key, undefined, '1', LONG_MS), true);
    assert.equal(await open().replace(key, undefined, '2', LONG_MS), false);
    assert.equal(await open().replace(key, '', '2', LONG_MS), false);
    assert.equal(await open().get(key), '1');
    assert.equal(await open().replace(key, '1', '2', LONG_MS), true);
    assert.equal(await open().get(key), '2');
    assert.equal(await open().replace(key, '2', '3', SHORT_MS), true);
    await gone(key);
    assert.equal(await open().replace(key, '3', '4', LONG_MS), false);
  });

  test('a value is replaced by none only if it is still the one that was read', async () => {
    const key = newKey();
    await open().set(key, '1', LONG_MS);
    assert.equal(await open().replace(key, '2', undefined, LONG_MS), false);
    assert.equal(await open().get(key), '1');
    assert.equal(await open().replace(key, '1', undefined, LONG_MS), true);
    assert.equal(await open().get(key), undefined);
    assert.equal(await open().replace(key, undefined, undefined, LONG_MS), true);
    assert.equal(await open().get(key), undefined);
  });

  test('only one of many concurrent replacements of a value succeeds', async () => {
    const key = newKey();
    const tries = Array.from({ length: 20 }, async (_, index) =>
      open().replace(key, undefined, String(index), LONG_MS),
    );
    assert.equal((await Promise.all(tries)).filter(Boolean).length, 1);
  });

  test('a decrement takes one off, keeps the window, and creates nothing', async () => {
    const key = newKey();
    await open().increment(key, 300);
    await open().increment(key, LONG_MS);
    await open().decrement(key);
    assert.equal(await open().increment(key, LONG_MS), 2);
    await gone(key);
    await open().decrement(key);
    assert.equal(await open().get(key), undefined);
  });

  test('a count that falls to 0 leaves no key', async () => {
    const key = newKey();
    await open().increment(key, LONG_MS);
    await open().decrement(key);
    assert.equal(await open().get(key), undefined);
    assert.equal(await open().increment(key, LONG_MS), 1);
  });

  test('concurrent increments each count', async () => {
    const key = newKey();
    const counts = await Promise.all(
      Array.from({ length: 50 }, async () => open().increment(key, LONG_MS)),
    );
    assert.deepEqual(
      counts.sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    assert.equal(await open().get(key), '50');
  });

  test('later increments do not extend the window opened by the first', async () => {
    const key = newKey();
    await open().increment(key, 300);
    await open().increment(key, LONG_MS);
    await gone(key);
    assert.equal(await open().increment(key, LONG_MS), 1);
  });
}

test('the memory store expires keys by the clock it was given', async () => {
  let nowMs = 0;
  const store = createMemoryStore(() => nowMs);
  await store.set('a', '1', 10);
  nowMs = 9;
  assert.equal(await store.get('a'), '1');
  nowMs = 10;
  assert.equal(await store.get('a'), undefined);
});

test('the memory store holds at most 100 000 keys, and drops expired ones first, then the oldest', async () => {
  let nowMs = 0;
  const store = createMemoryStore(() => nowMs);
  const fill = async (from: number, to: number, ttlMs: number): Promise<void> => {
    for (let index = from; index < to; index += 1) await store.set(`k${index}`, 'x', ttlMs);
  };
  const isThere = async (index: number): Promise<boolean> =>
    (await store.get(`k${index}`)) !== undefined;
  await fill(0, 50_000, LONG_MS);
  await fill(50_000, 100_000, 10);
  nowMs = 10;
  await fill(100_000, 150_000, LONG_MS);
  assert.ok(await isThere(0), 'only the dead had to go');
  assert.ok(await isThere(149_999));
  await fill(150_000, 151_000, LONG_MS);
  assert.ok(!(await isThere(0)), 'the oldest had to go');
  assert.ok(await isThere(50_000 - 1));
  assert.ok(await isThere(150_999));
});

test('a full memory store takes new keys about as fast as an empty one', async () => {
  const store = createMemoryStore(() => 0);
  const fillMs = async (from: number): Promise<number> => {
    // Processor time, which other programs on the machine do not stretch.
    const start = process.cpuUsage();
    for (let index = from; index < from + 20_000; index += 1) await store.set(`k${index}`, 'x', 1);
    return process.cpuUsage(start).user / 1_000;
  };
  const emptyMs = await fillMs(0);
  for (let index = 20_000; index < 100_000; index += 1) await store.set(`k${index}`, 'x', 1);
  const fullMs = await fillMs(100_000);
  assert.ok(fullMs < Math.max(emptyMs, 20) * 10, `${emptyMs} ms became ${fullMs} ms`);
});

test('an answer is remembered, unless it is not worth keeping', async () => {
  const store = createMemoryStore();
  let asked = 0;
  const load = async (): Promise<{ asked: number }> => ({ asked: (asked += 1) });
  const options = { store, key: 'a', ttlMs: LONG_MS };
  assert.deepEqual(await remember(options, load), { asked: 1 });
  assert.deepEqual(await remember(options, load), { asked: 1 });
  const choosy = { ...options, key: 'b', keepIf: () => false };
  assert.deepEqual(await remember(choosy, load), { asked: 2 });
  assert.deepEqual(await remember(choosy, load), { asked: 3 });
});

test('a failed load is not remembered', async () => {
  const options = { store: createMemoryStore(), key: 'a', ttlMs: LONG_MS };
  await assert.rejects(
    remember(options, async () => Promise.reject(new Error('away'))),
    /away/,
  );
  assert.equal(await remember(options, async () => 'good'), 'good');
});

test('an unreadable remembered text is loaded again', async () => {
  const store = createMemoryStore();
  await store.set('a', '{"half', LONG_MS);
  assert.equal(await remember({ store, key: 'a', ttlMs: LONG_MS }, async () => 'good'), 'good');
  assert.equal(await store.get('a'), '"good"');
});

const COMMANDS: Record<string, (store: KeyValueStore) => Promise<unknown>> = {
  get: async (store) => store.get('k'),
  set: async (store) => store.set('k', 'v', LONG_MS),
  setIfAbsent: async (store) => store.setIfAbsent('k', 'v', LONG_MS),
  replace: async (store) => store.replace('k', undefined, 'v', LONG_MS),
  increment: async (store) => store.increment('k', LONG_MS),
  decrement: async (store) => store.decrement('k'),
  delete: async (store) => store.delete('k'),
  ping: async (store) => store.ping(),
};

/** Every command fails quickly, and whatever the store only speeds up keeps working. */
async function assertFailsSoon(store: KeyValueStore): Promise<void> {
  for (const [name, command] of Object.entries(COMMANDS)) {
    const startedAt = performance.now();
    await assert.rejects(command(store), Error, name);
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs < 5_000, `${name} took ${tookMs} ms`);
  }
  const options = { store, key: 'r', ttlMs: LONG_MS };
  assert.equal(await remember(options, async () => 'loaded'), 'loaded');
}

test('a Redis that was never there fails every command at once, and is reported', async () => {
  const told: Error[] = [];
  const store = await openKeyValueStore(`redis://127.0.0.1:${await freePort()}`, (error) =>
    told.push(error),
  );
  await assertFailsSoon(store);
  await until('somebody is told', () => told.length > 0);
  await store.close();
});

test(
  'a Redis that freezes or dies fails every command soon, and works again when it is back',
  { skip: missing('redis-server') },
  async () => {
    let server = await startRedisServer();
    const store = await openKeyValueStore(server.url, () => undefined);
    const isBack = async (): Promise<void> =>
      until('the store is back', async () => {
        await store.set('k', 'v', LONG_MS);
        return (await store.get('k')) === 'v';
      });
    await isBack();
    server.freeze();
    await assertFailsSoon(store);
    server.thaw();
    await isBack();
    await server.kill();
    await assertFailsSoon(store);
    server = await startRedisServer(server.port);
    await isBack();
    server.freeze();
    const waiting = store.get('k').catch(() => 'gone');
    await store.close();
    assert.equal(await waiting, 'gone', 'closing waits for nobody');
    await server.kill();
  },
);
