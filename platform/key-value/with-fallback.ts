// Falls back to another store while the first is unavailable: each process then counts on its own, which is weaker than counting
// together but better than not counting.
import type { KeyValueStore } from './key-value-store.ts';

export type FallbackOptions = {
  /** Called with the reason when the first store becomes unavailable, and without one when it is back. */
  readonly onChange: (reason: Error | undefined) => void;
  readonly nowMs?: () => number;
};

/** While the first is unavailable only one command per interval tries it; the others would wait in vain. */
const ASK_AGAIN_AFTER_MS = 2_000;

/** @param fallback must not fail */
export function withFallback(
  first: KeyValueStore,
  fallback: KeyValueStore,
  { onChange, nowMs = () => performance.now() }: FallbackOptions,
): KeyValueStore {
  let isAway = false;
  let askAgainAtMs = 0;

  function found(reason: Error | undefined): void {
    if (isAway !== (reason !== undefined)) onChange(reason);
    isAway = reason !== undefined;
  }

  async function run<T>(command: (store: KeyValueStore) => Promise<T>): Promise<T> {
    if (isAway && nowMs() < askAgainAtMs) return command(fallback);
    askAgainAtMs = nowMs() + ASK_AGAIN_AFTER_MS;
    try {
      const result = await command(first);
      found(undefined);
      return result;
    } catch (error) {
      askAgainAtMs = nowMs() + ASK_AGAIN_AFTER_MS;
      found(error instanceof Error ? error : new Error(String(error)));
      return command(fallback);
    }
  }

  return {
    get: async (key) => run(async (store) => store.get(key)),
    set: async (key, value, ttlMs) => run(async (store) => store.set(key, value, ttlMs)),
    setIfAbsent: async (key, value, ttlMs) =>
      run(async (store) => store.setIfAbsent(key, value, ttlMs)),
    replace: async (key, from, to, ttlMs) =>
      run(async (store) => store.replace(key, from, to, ttlMs)),
    increment: async (key, ttlMs) => run(async (store) => store.increment(key, ttlMs)),
    decrement: async (key) => run(async (store) => store.decrement(key)),
    delete: async (key) => run(async (store) => store.delete(key)),
    ping: async () => first.ping(),
    close: async () => {
      await first.close();
      await fallback.close();
    },
  };
}
