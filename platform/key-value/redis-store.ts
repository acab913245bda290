// The key-value store on Redis 7+. It never waits for a server that is away: a command fails within moments,
// and the caller goes on without it.
import { Redis } from 'ioredis';
import type { KeyValueStore } from './key-value-store.ts';

const COMMAND_TIMEOUT_MS = 150;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

/** @param onError called with every connection error; the client reconnects by itself */
export function createRedisStore(url: string, onError: (error: Error) => void): KeyValueStore {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS),
  });
  redis.on('error', onError);
  return {
    get: async (key) => (await redis.get(key)) ?? undefined,
    set: async (key, value, ttlMs) => void (await redis.set(key, value, 'PX', ttlMs)),
    setIfAbsent: async (key, value, ttlMs) =>
      (await redis.set(key, value, 'PX', ttlMs, 'NX')) === 'OK',
    increment: async (key, ttlMs) => {
      const results = await redis.multi().incr(key).pexpire(key, ttlMs, 'NX').exec();
      const [error, count] = results?.[0] ?? [new Error('the transaction was dropped'), undefined];
      if (error !== null) throw error;
      return Number(count);
    },
    delete: async (key) => void (await redis.del(key)),
    ping: async () => void (await redis.ping()),
    close: async () => redis.disconnect(),
  };
}
