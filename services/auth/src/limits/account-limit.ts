// The limit per username and network: each failure from the fifth on blocks it, longer each time.
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';
import {
  FORGOTTEN_AFTER_MS,
  formatFailures,
  oneLess,
  oneMore,
  parseFailures,
  type Failures,
} from './failure-ladder.ts';
import { tooManyAttempts, type Limit } from './limit.ts';

export function createAccountLimit(store: KeyValueStore, nowMs: () => number): Limit {
  /** Reads, decides and writes until no other process has written in between; within this process requests take turns. */
  async function change(key: string, next: (failures: Failures) => Failures): Promise<void> {
    for (;;) {
      const before = await store.get(key);
      const after = formatFailures(next(parseFailures(before)));
      if (await store.replace(key, before, after, FORGOTTEN_AFTER_MS)) return;
    }
  }

  return {
    reserve: async (key) => {
      await change(key, (failures) => {
        const waitMs = failures.blockedUntilMs - nowMs();
        if (waitMs > 0) throw tooManyAttempts(waitMs);
        return oneMore(failures, nowMs());
      });
      return {
        succeed: async () => store.delete(key),
        giveBack: async () => change(key, oneLess),
      };
    },
  };
}
