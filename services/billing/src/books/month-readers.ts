// Limits how many callers read a whole month at a time. Closing checks and seals sort and hash the books of all accounts, and
// each reading costs memory on the database server: some run, some wait a little, the rest are refused.
import { createBoundedQueue, type QueueLimits } from '@kvartplata/platform/http/bounded-queue.ts';

export type MonthReaders = {
  /** Reads when the organization's turn comes. @throws Refusal overloaded when it does not come in time */
  readonly inTurn: <T>(organizationId: number, read: () => Promise<T>) => Promise<T>;
};

export type SharingReaders<Answer> = MonthReaders & {
  /**
   * Callers that request the same reading while it waits share it. Nobody joins a reading that has begun, so a caller always sees
   * their own latest changes.
   * @throws Refusal overloaded when its turn does not come in time
   */
  readonly together: (
    organizationId: number,
    month: string,
    read: () => Promise<Answer>,
  ) => Promise<Answer>;
};

const TURNS: QueueLimits = { running: 2, waiting: 20, waitMs: 20_000 };

/** @param what they read, as named in the refusal */
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
        // It was refused before it began.
        leave();
      }
    },
  };
}
