// Chooses the driver by the URL: `redis://…` or `memory:`.
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { createRedisStore } from './redis-store.ts';

export function openKeyValueStore(url: string, onError: (error: Error) => void): KeyValueStore {
  return url === 'memory:' ? createMemoryStore() : createRedisStore(url, onError);
}
