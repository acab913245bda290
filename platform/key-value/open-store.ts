// Chooses the driver by the URL: `redis://…` or `memory:`.
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './memory-store.ts';

/** Redis's client is loaded only where it is wanted. */
export async function openKeyValueStore(
  url: string,
  onError: (error: Error) => void,
): Promise<KeyValueStore> {
  if (url === 'memory:') return createMemoryStore();
  const { createRedisStore } = await import('./redis-store.ts');
  return createRedisStore(url, onError);
}
