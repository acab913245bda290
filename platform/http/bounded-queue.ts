// Limits costly work: a few tasks run, some wait briefly, the rest are refused at once. Callers take turns.
import { Refusal } from './refusal.ts';

export type QueueLimits = {
  readonly running: number;
  readonly waiting: number;
  /** The longest a task may wait for its turn. */
  readonly waitMs: number;
};

export type BoundedQueue = {
  /** Runs the task in its turn. @throws Refusal overloaded when its turn does not come in time */
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
  /**
   * The same for one of several callers: one with many waiting tasks delays only itself.
   * @param asker such as the id of an organization or of a user
   */
  readonly runFor: <T>(asker: number | string, task: () => Promise<T>) => Promise<T>;
  /** How many tasks are waiting now. */
  readonly waiting: () => number;
  /** How many were refused since the start of the process. */
  readonly refused: () => number;
};

/** Undefined for tasks that share one line. */
type Asker = number | string | undefined;

type Waiting = { readonly start: () => void; readonly refuse: () => void };

/** @param busy the message for those that are refused */
export function createBoundedQueue(
  limits: QueueLimits,
  busy = 'Too many ask for the same at this moment',
): BoundedQueue {
  let running = 0;
  let refused = 0;
  /** The tasks of each caller in order of arrival, and the callers in the order of their turns. */
  const lines = new Map<Asker, Waiting[]>();

  function refusal(): Refusal {
    refused += 1;
    return new Refusal('overloaded', busy, { retryAfterSeconds: 2 });
  }

  async function takeTurn(asker: Asker): Promise<void> {
    if (running < limits.running) {
      running += 1;
      return;
    }
    if (countAll(lines) >= limits.waiting && !makeRoom(asker)) throw refusal();
    const line = lines.get(asker) ?? [];
    lines.set(asker, line);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one: Waiting = {
      start: () => {
        clearTimeout(timer);
        resolve();
      },
      refuse: () => {
        clearTimeout(timer);
        line.splice(line.indexOf(one), 1);
        if (line.length === 0) lines.delete(asker);
        reject(refusal());
      },
    };
    const timer = setTimeout(one.refuse, limits.waitMs);
    line.push(one);
    await promise;
  }

  /** When the queue is full, the last task of the caller with the most tasks gives way to a caller with fewer. */
  function makeRoom(asker: Asker): boolean {
    const [longest = []] = [...lines.values()].toSorted((a, b) => b.length - a.length);
    if (longest.length <= (lines.get(asker)?.length ?? 0) + 1) return false;
    longest.at(-1)?.refuse();
    return true;
  }

  /** The place of a finished task goes to the caller who has waited longest for a turn. */
  function passTurn(): void {
    const [next] = lines;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [asker, line] = next;
    lines.delete(asker);
    const one = line.shift();
    if (line.length > 0) lines.set(asker, line);
    one?.start();
  }

  async function run<T>(asker: Asker, task: () => Promise<T>): Promise<T> {
    await takeTurn(asker);
    try {
      return await task();
    } finally {
      passTurn();
    }
  }

  return {
    run: async (task) => run(undefined, task),
    runFor: run,
    waiting: () => countAll(lines),
    refused: () => refused,
  };
}

function countAll(lines: ReadonlyMap<unknown, readonly Waiting[]>): number {
  return lines.values().reduce((sum, line) => sum + line.length, 0);
}
