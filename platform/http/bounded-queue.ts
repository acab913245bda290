// Keeps costly work from piling up: a few tasks run, some wait a little, the rest is refused at once.
import { Refusal } from './refusal.ts';

export type QueueLimits = {
  readonly running: number;
  readonly waiting: number;
  /** The longest a task may wait for its turn. */
  readonly waitMs: number;
};

export type BoundedQueue = {
  /** Runs the task in its turn. @throws Refusal overloaded when there is no turn for it in time */
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
  /** How many tasks wait for their turn now. */
  readonly waiting: () => number;
  /** How many were refused since the start. */
  readonly refused: () => number;
};

/** @param busy what is said to whoever is refused */
export function createBoundedQueue(
  limits: QueueLimits,
  busy = 'Too many ask for the same at this moment',
): BoundedQueue {
  let running = 0;
  let refused = 0;
  const waiting: (() => void)[] = [];

  function refusal(): Refusal {
    refused += 1;
    return new Refusal('overloaded', busy, { retryAfterSeconds: 2 });
  }

  async function takeTurn(): Promise<void> {
    if (running < limits.running) {
      running += 1;
      return;
    }
    if (waiting.length >= limits.waiting) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(refusal());
    }, limits.waitMs);
    waiting.push(start);
    await promise;
  }

  /** The place of a task that is done goes to the one that has waited longest. */
  function passTurn(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    run: async (task) => {
      await takeTurn();
      try {
        return await task();
      } finally {
        passTurn();
      }
    },
    waiting: () => waiting.length,
    refused: () => refused,
  };
}
