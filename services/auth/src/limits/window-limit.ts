// A number of tries per window of time. Windows follow the clock, so that a try that is given back late cannot widen the next
// window.
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
      // A refused try does not count: otherwise it could block those that come after a success.
      await giveBack();
      throw tooManyAttempts(lengthMs - (at % lengthMs));
    },
  };
}
