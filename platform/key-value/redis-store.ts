// The key-value store on Redis 7+. It never waits for an unavailable server: a command fails quickly, and the caller goes on
// without it.
import { Redis } from 'ioredis';
import type { KeyValueStore } from './key-value-store.ts';

const COMMAND_TIMEOUT_MS = 150;
const CONNECT_TIMEOUT_MS = 2_000;
const SILENCE_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

/**
 * KEYS: the key. ARGV: 1 when it has to have the value that follows, else 0; that value; the lifetime of the new value; the new
 * value, without which the key is deleted.
 */
const REPLACE = `
local value = redis.call('get', KEYS[1])
if value ~= (ARGV[1] == '1' and ARGV[2]) then return 0 end
if ARGV[4] then redis.call('set', KEYS[1], ARGV[4], 'PX', ARGV[3]) else redis.call('del', KEYS[1]) end
return 1`;
const DECREMENT = `
if redis.call('exists', KEYS[1]) == 0 then return end
if redis.call('decr', KEYS[1]) <= 0 then redis.call('del', KEYS[1]) end`;

/**
 * @param onError called with every connection error; the client reconnects by itself
 * @param commandTimeoutMs after which a command fails
 */
export function createRedisStore(
  url: string,
  onError: (error: Error) => void,
  commandTimeoutMs = COMMAND_TIMEOUT_MS,
): KeyValueStore {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    // A failed command must not be executed later, by whatever server is there then.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Otherwise a connection whose other end has silently gone would stay open for a quarter of an hour.
    socketTimeout: SILENCE_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS),
  });
  redis.on('error', onError);
  return {
    get: async (key) => (await redis.get(key)) ?? undefined,
    set: async (key, value, ttlMs) => void (await redis.set(key, value, 'PX', ttlMs)),
    setIfAbsent: async (key, value, ttlMs) =>
      (await redis.set(key, value, 'PX', ttlMs, 'NX')) === 'OK',
    replace: async (key, from, to, ttlMs) => {
      const had = [from === undefined ? 0 : 1, from ?? ''];
      const set = to === undefined ? [] : [to];
      return (await redis.eval(REPLACE, 1, key, ...had, ttlMs, ...set)) === 1;
    },
    increment: async (key, ttlMs) => {
      const results = await redis.multi().incr(key).pexpire(key, ttlMs, 'NX').exec();
      const [error, count] = results?.[0] ?? [new Error('the transaction was dropped'), undefined];
      if (error !== null) throw error;
      return Number(count);
    },
    decrement: async (key) => void (await redis.eval(DECREMENT, 1, key)),
    delete: async (key) => void (await redis.del(key)),
    ping: async () => void (await redis.ping()),
    close: async () => redis.disconnect(),
  };
}
