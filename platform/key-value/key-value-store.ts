// A small key-value store. All entries expire and may be lost at any moment: it makes things faster or more convenient, and no
// money depends on it.

export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** Sets only when the key does not exist; returns whether it did. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Sets `to`, or deletes when it is undefined, only while the value is `from` (undefined: no value); returns whether it did. */
  replace(
    key: string,
    from: string | undefined,
    to: string | undefined,
    ttlMs: number,
  ): Promise<boolean>;
  /** Adds one and returns the count; the first call of a window starts its lifetime, later ones do not prolong it. */
  increment(key: string, ttlMs: number): Promise<number>;
  /** Subtracts one from an existing count; one that falls to 0 leaves no key, and an expired one is not recreated. */
  decrement(key: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** @throws when the store is unavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}
