import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import type { AddressInfo } from 'node:net';
import { missing } from '../testing/programs.ts';
import { startRedisServer } from '../testing/redis-server.ts';
import { until } from '../testing/until.ts';
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { createRedisStore } from './redis-store.ts';
import { withFallback } from './with-fallback.ts';

const LONG_MS = 60_000;

/** A first store that a test can make unavailable, a fallback, and what was called on the first and reported about it. */
function openPair() {
  let nowMs = 0;
  let isAway = false;
  let asked = 0;
  const told: (string | undefined)[] = [];
  const inner = createMemoryStore(() => nowMs);
  const first = new Proxy(inner, {
    get: (target, name: keyof KeyValueStore) => {
      const command = target[name] as (...args: readonly unknown[]) => Promise<unknown>;
      return async (...args: readonly unknown[]) => {
        asked += 1;
        if (isAway) throw new Error('away');
        return command(...args);
      };
    },
  });
  const store = withFallback(
    first,
    createMemoryStore(() => nowMs),
    {
      onChange: (reason) => told.push(reason?.message),
      nowMs: () => nowMs,
    },
  );
  return {
    store,
    told,
    asked: () => asked,
    send: (away: boolean) => (isAway = away),
    advanceMs: (ms: number) => (nowMs += ms),
  };
}

describe('a store with a fallback', () => {
  it('uses the first one alone while it is available', async () => {
    const { store, told, asked } = openPair();
    await store.set('a', '1', LONG_MS);
    assert.equal(await store.get('a'), '1');
    assert.equal(asked(), 2);
    assert.deepEqual(told, []);
  });

  it('runs every command on the fallback while the first is unavailable', async () => {
    const { store, send } = openPair();
    send(true);
    assert.equal(await store.get('a'), undefined);
    await store.set('a', '1', LONG_MS);
    assert.equal(await store.setIfAbsent('a', '2', LONG_MS), false);
    assert.equal(await store.replace('a', '1', '3', LONG_MS), true);
    assert.equal(await store.increment('a', LONG_MS), 4);
    await store.decrement('a');
    assert.equal(await store.get('a'), '3');
    await store.delete('a');
    assert.equal(await store.get('a'), undefined);
    await assert.rejects(store.ping(), /away/, 'whether the first is there has to stay visible');
  });

  it('retries the first one only every two seconds, with a single command', async () => {
    const { store, send, asked, advanceMs } = openPair();
    send(true);
    await store.increment('a', LONG_MS);
    await store.increment('a', LONG_MS);
    assert.equal(asked(), 1);
    advanceMs(2_000);
    await Promise.all([store.get('a'), store.get('a'), store.get('a')]);
    assert.equal(asked(), 2);
  });

  it('returns to the first one as soon as it answers, and reports each change once', async () => {
    const { store, told, send, advanceMs } = openPair();
    send(true);
    await store.set('a', 'fallback', LONG_MS);
    advanceMs(2_000);
    await store.get('a');
    assert.deepEqual(told, ['away']);
    send(false);
    advanceMs(2_000);
    assert.equal(await store.get('a'), undefined);
    await store.set('a', 'first', LONG_MS);
    assert.equal(await store.get('a'), 'first');
    assert.deepEqual(told, ['away', undefined]);
  });

  it(
    'keeps counting when Redis freezes, dies and comes back',
    { skip: missing('redis-server') },
    async () => {
      let server = await startRedisServer();
      const redis = createRedisStore(server.url, () => undefined);
      let nowMs = 0;
      const store = withFallback(redis, createMemoryStore(), {
        onChange: () => undefined,
        nowMs: () => nowMs,
      });
      try {
        await until('Redis answers', async () => redis.ping().then(() => true));
        assert.equal(await store.increment('a', LONG_MS), 1);
        server.freeze();
        assert.equal(await store.increment('a', LONG_MS), 1);
        await server.kill();
        nowMs += 2_000;
        assert.equal(await store.increment('a', LONG_MS), 2);
        server = await startRedisServer(server.port);
        await until('Redis answers', async () => redis.ping().then(() => true));
        nowMs += 2_000;
        assert.equal(await store.increment('a', LONG_MS), 1, 'what had failed is not done now');
      } finally {
        await store.close();
        await server.kill();
      }
    },
  );

  it('keeps counting when the first one takes connections and never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const sockets = new Set<{ destroy: () => unknown }>();
    silent.on('connection', (socket) => sockets.add(socket));
    const { port } = silent.address() as AddressInfo;
    const redis = createRedisStore(`redis://127.0.0.1:${port}`, () => undefined);
    const store = withFallback(redis, createMemoryStore(), { onChange: () => undefined });
    await until('it is connected', () => sockets.size > 0);
    assert.equal(await store.increment('a', LONG_MS), 1);
    assert.equal(await store.increment('a', LONG_MS), 2);
    await store.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
