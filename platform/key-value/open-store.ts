// Chooses the driver by the URL: `redis://…` or `memory:`.
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './memory-store.ts';

/** Loads Redis's client only when it is needed. */
export async function openKeyValueStore(
  url: string,
  onError: (error: Error) => void,
): Promise<KeyValueStore> {
  if (url === 'memory:') return createMemoryStore();
  const { createRedisStore } = await import('./redis-store.ts');
  return createRedisStore(url, onError);
}
