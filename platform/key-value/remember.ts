// A short memory in front of a slower answer. A store that is away only makes it slower.
import type { KeyValueStore } from './key-value-store.ts';

export type RememberOptions<T> = {
  readonly store: KeyValueStore;
  readonly key: string;
  readonly ttlMs: number;
  /** Which answers may be kept; an answer that may soon be outdated is better asked again. */
  readonly keepIf?: (value: T) => boolean;
};

/** The remembered JSON value of `key`, else what `load` answers, which is then kept for `ttlMs`. */
export async function remember<T>(options: RememberOptions<T>, load: () => Promise<T>): Promise<T> {
  const { store, key, ttlMs } = options;
  const kept = await store
    .get(key)
    .then((text) => (text === undefined ? undefined : { value: JSON.parse(text) as T }))
    .catch(() => undefined);
  if (kept !== undefined) return kept.value;
  const value = await load();
  if (options.keepIf?.(value) ?? true) {
    await store.set(key, JSON.stringify(value), ttlMs).catch(() => undefined);
  }
  return value;
}
