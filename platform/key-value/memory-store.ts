// The key-value store inside one process: for running without a server. Processes do not share it.
import type { KeyValueStore } from './key-value-store.ts';

type Entry = { readonly value: string; readonly expiresAtMs: number };

const MAX_ENTRIES = 100_000;
/** How many are dropped at once when none has expired, so that a full store is not scanned at every write. */
const DROPPED_AT_ONCE = 1_000;

/** @param nowMs a monotonic or wall clock in milliseconds */
export function createMemoryStore(nowMs: () => number = () => performance.now()): KeyValueStore {
  const entries = new Map<string, Entry>();

  function find(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry !== undefined && entry.expiresAtMs <= nowMs()) {
      entries.delete(key);
      return undefined;
    }
    return entry;
  }

  function put(key: string, value: string, expiresAtMs: number): void {
    entries.delete(key);
    if (entries.size >= MAX_ENTRIES) makeRoom();
    entries.set(key, { value, expiresAtMs });
  }

  /** Drops expired entries, or the oldest if there are none: a Map keeps insertion order. */
  function makeRoom(): void {
    const now = nowMs();
    for (const [key, entry] of entries) if (entry.expiresAtMs <= now) entries.delete(key);
    if (entries.size < MAX_ENTRIES) return;
    for (const key of entries.keys().take(DROPPED_AT_ONCE)) entries.delete(key);
  }

  return {
    get: async (key) => find(key)?.value,
    set: async (key, value, ttlMs) => put(key, value, nowMs() + ttlMs),
    setIfAbsent: async (key, value, ttlMs) => {
      if (find(key) !== undefined) return false;
      put(key, value, nowMs() + ttlMs);
      return true;
    },
    replace: async (key, from, to, ttlMs) => {
      if (find(key)?.value !== from) return false;
      if (to === undefined) entries.delete(key);
      else put(key, to, nowMs() + ttlMs);
      return true;
    },
    increment: async (key, ttlMs) => {
      const entry = find(key);
      const count = Number(entry?.value ?? 0) + 1;
      put(key, String(count), entry?.expiresAtMs ?? nowMs() + ttlMs);
      return count;
    },
    decrement: async (key) => {
      const entry = find(key);
      if (entry === undefined) return;
      const count = Number(entry.value) - 1;
      if (count > 0) put(key, String(count), entry.expiresAtMs);
      else entries.delete(key);
    },
    delete: async (key) => void entries.delete(key),
    ping: async () => {},
    close: async () => entries.clear(),
  };
}
