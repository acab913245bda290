// Keeps costly work from piling up: a few tasks run, some wait a little, the rest is refused at once. Those who ask take turns.
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
  /**
   * The same for one of several askers: whoever has many tasks waiting holds up nobody but themselves.
   * @param asker such as the id of an organization
   */
  readonly runFor: <T>(asker: number, task: () => Promise<T>) => Promise<T>;
  /** How many tasks wait for their turn now. */
  readonly waiting: () => number;
  /** How many were refused since the start. */
  readonly refused: () => number;
};

type Waiting = { readonly start: () => void; readonly refuse: () => void };

/** @param busy what is said to whoever is refused */
export function createBoundedQueue(
  limits: QueueLimits,
  busy = 'Too many ask for the same at this moment',
): BoundedQueue {
  let running = 0;
  let refused = 0;
  /** The tasks of each asker in the order they came, and askers in the order of their turns. */
  const lines = new Map<number | undefined, Waiting[]>();

  function refusal(): Refusal {
    refused += 1;
    return new Refusal('overloaded', busy, { retryAfterSeconds: 2 });
  }

  async function takeTurn(asker: number | undefined): Promise<void> {
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

  /** Where all places are taken, the last task of whoever has most of them gives way to one with fewer. */
  function makeRoom(asker: number | undefined): boolean {
    const [longest = []] = [...lines.values()].toSorted((a, b) => b.length - a.length);
    if (longest.length <= (lines.get(asker)?.length ?? 0) + 1) return false;
    longest.at(-1)?.refuse();
    return true;
  }

  /** The place of a task that is done goes to the asker who has waited longest for a turn. */
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

  async function run<T>(asker: number | undefined, task: () => Promise<T>): Promise<T> {
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
