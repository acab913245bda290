// A short memory in front of a slower answer. A store that is away only makes it slower.
import type { KeyValueStore } from './key-value-store.ts';

export type RememberOptions<T> = {
  readonly key: string;
  readonly ttlMs: number;
  /** Which answers may be kept; an answer that may soon be outdated is better asked again. */
  readonly keepIf?: (value: T) => boolean;
};

/** The remembered JSON value of `key`, else what `load` answers, which is then kept for `ttlMs`. */
export async function remember<T>(
  store: KeyValueStore,
  options: RememberOptions<T>,
  load: () => Promise<T>,
): Promise<T> {
  const kept = await store.get(options.key).catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as T;
  const value = await load();
  if (options.keepIf?.(value) ?? true) {
    await store.set(options.key, JSON.stringify(value), options.ttlMs).catch(() => undefined);
  }
  return value;
}
