// How many look through a whole month at a time. Its closing checks and its seal sort and hash the books of all accounts, and
// each reading costs the database's server memory: a few read, some wait a little, the rest is refused.
import { createBoundedQueue, type QueueLimits } from '@kvartplata/platform/http/bounded-queue.ts';

export type MonthReaders = {
  /** Reads in the organization's turn. @throws Refusal overloaded when there is none in time */
  readonly inTurn: <T>(organizationId: number, read: () => Promise<T>) => Promise<T>;
};

export type SharingReaders<Answer> = MonthReaders & {
  /**
   * One reading for all who ask for the same while it waits for its turn. One that has begun is joined by nobody: whoever
   * has just changed something sees it.
   * @throws Refusal overloaded when there is no turn in time
   */
  readonly together: (
    organizationId: number,
    month: string,
    read: () => Promise<Answer>,
  ) => Promise<Answer>;
};

const TURNS: QueueLimits = { running: 2, waiting: 20, waitMs: 20_000 };

/** @param what they look at, as the refusal names it */
export function createMonthReaders<Answer>(
  what: 'closing checks' | 'seals',
  limits = TURNS,
): SharingReaders<Answer> {
  const queue = createBoundedQueue(limits, `Too many look at ${what} at this moment`);
  const waiting = new Map<string, Promise<Answer>>();

  return {
    inTurn: queue.runFor,
    together: async (organizationId, month, read) => {
      const name = `${organizationId} ${month}`;
      const joined = waiting.get(name);
      if (joined !== undefined) return joined;
      const leave = (): void => {
        if (waiting.get(name) === asked) waiting.delete(name);
      };
      const asked = queue.runFor(organizationId, async () => {
        leave();
        return read();
      });
      waiting.set(name, asked);
      try {
        return await asked;
      } finally {
        // Refused, it has never begun.
        leave();
      }
    },
  };
}
