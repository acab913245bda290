// How many read a month's remarks at a time. A reading sorts and hashes charges of two months and the books of all, so each
// costs the database's server memory: a few read, some wait a little, the rest is refused.
import { createBoundedQueue, type QueueLimits } from '@kvartplata/platform/http/bounded-queue.ts';

export type CheckReaders = {
  /** @throws Refusal overloaded when there is no turn in time */
  readonly inTurn: <T>(read: () => Promise<T>) => Promise<T>;
};

export type SharingReaders<Answer> = CheckReaders & {
  /**
   * One reading for all who ask for the same while it waits for its turn. One that has begun is joined by nobody: whoever
   * has just changed something sees it.
   * @throws Refusal overloaded when there is no turn in time
   */
  readonly together: (what: string, read: () => Promise<Answer>) => Promise<Answer>;
};

const TURNS: QueueLimits = { running: 2, waiting: 20, waitMs: 20_000 };

export function createCheckReaders<Answer>(limits = TURNS): SharingReaders<Answer> {
  const queue = createBoundedQueue(limits, 'Too many look at closing checks at this moment');
  const waiting = new Map<string, Promise<Answer>>();

  return {
    inTurn: queue.run,
    together: async (what, read) => {
      const joined = waiting.get(what);
      if (joined !== undefined) return joined;
      const leave = (): void => {
        if (waiting.get(what) === asked) waiting.delete(what);
      };
      const asked = queue.run(async () => {
        leave();
        return read();
      });
      waiting.set(what, asked);
      try {
        return await asked;
      } finally {
        // Refused, it has never begun.
        leave();
      }
    },
  };
}
