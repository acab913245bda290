// A short memory in front of a slower answer. A store that is away only makes it slower.
import type { KeyValueStore } from './key-value-store.ts';

export type RememberOptions<T> = {
  readonly store: KeyValueStore;
  readonly key: string;
  readonly ttlMs: number;
  /** Which answers may be kept; an answer that may soon be outdated is better asked again. */
  readonly keepIf?: (value: T) => boolean;
};

/** What is being loaded now, by key: when a memory ends, whoever comes meanwhile waits for the one answer. */
const loading = new WeakMap<KeyValueStore, Map<string, Promise<unknown>>>();

/** The remembered JSON value of `key`, else what `load` answers, which is then kept for `ttlMs`. */
export async function remember<T>(options: RememberOptions<T>, load: () => Promise<T>): Promise<T> {
  const { store, key } = options;
  const kept = await store
    .get(key)
    .then((text) => (text === undefined ? undefined : { value: JSON.parse(text) as T }))
    .catch(() => undefined);
  if (kept !== undefined) return kept.value;
  const ofStore = loading.get(store) ?? new Map<string, Promise<unknown>>();
  loading.set(store, ofStore);
  const underWay = ofStore.get(key) as Promise<T> | undefined;
  if (underWay !== undefined) return underWay;
  const answer = loadAndKeep(options, load);
  ofStore.set(key, answer);
  try {
    return await answer;
  } finally {
    ofStore.delete(key);
  }
}

async function loadAndKeep<T>(
  { store, key, ttlMs, keepIf }: RememberOptions<T>,
  load: () => Promise<T>,
): Promise<T> {
  const value = await load();
  if (keepIf?.(value) ?? true) {
    await store.set(key, JSON.stringify(value), ttlMs).catch(() => undefined);
  }
  return value;
}
