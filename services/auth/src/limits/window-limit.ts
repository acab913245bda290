// So many in a window of time, and no more until the next one. Windows follow the clock, so that what is given back
// late cannot widen the next window.
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';
import { tooManyAttempts, type Limit } from './limit.ts';

export type Window = { readonly most: number; readonly lengthMs: number };

export function createWindowLimit(
  store: KeyValueStore,
  nowMs: () => number,
  { most, lengthMs }: Window,
): Limit {
  return {
    reserve: async (key) => {
      const at = nowMs();
      const windowKey = `${key}:${Math.floor(at / lengthMs)}`;
      const giveBack = async (): Promise<void> => store.decrement(windowKey);
      if ((await store.increment(windowKey, lengthMs)) <= most)
        return { succeed: giveBack, giveBack };
      // What is refused was no try: it may not keep out those that come after a success.
      await giveBack();
      throw tooManyAttempts(lengthMs - (at % lengthMs));
    },
  };
}
