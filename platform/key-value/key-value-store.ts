// A small key-value store. Everything in it has a lifetime and may be lost at any moment: it makes things
// faster or kinder, and guards no money.

export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** Sets only when the key is not there; tells whether it did. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Sets only while the value is still `from`, undefined for none; tells whether it did. */
  replace(key: string, from: string | undefined, to: string, ttlMs: number): Promise<boolean>;
  /** Adds one and returns the count; the first of a window starts its lifetime, later ones do not prolong it. */
  increment(key: string, ttlMs: number): Promise<number>;
  /** Takes one off a count that is there; one that is gone stays gone. */
  decrement(key: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** @throws when the store is unavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}
