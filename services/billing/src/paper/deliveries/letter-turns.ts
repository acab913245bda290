// Whose letter is sent next: organizations take turns, a letter each, so that a large delivery delays nobody else's.

export type LetterTurns = {
  /** Undefined when no organization has a letter. */
  readonly next: <Letter>(now: Date, outbox: OutboxInTurns<Letter>) => Promise<Letter | undefined>;
};

export type OutboxInTurns<Letter> = {
  /** The organizations that may have due letters, longest waiting first. */
  readonly list: () => Promise<readonly number[]>;
  /** Undefined when the organization has none. */
  readonly take: (organizationId: number) => Promise<Letter | undefined>;
};

/** They are searched on all nodes, so less often than a letter is sent. */
const LISTED_EVERY_MS = 5_000;

/** For one process: each has its own turns. */
export function createLetterTurns(): LetterTurns {
  let queue: readonly number[] = [];
  let listedMs = Number.NEGATIVE_INFINITY;

  async function takeNext<Letter>(
    take: OutboxInTurns<Letter>['take'],
  ): Promise<Letter | undefined> {
    for (let [next, ...others] = queue; next !== undefined; [next, ...others] = queue) {
      const letter = await take(next);
      queue = letter === undefined ? others : [...others, next];
      if (letter !== undefined) return letter;
    }
    return undefined;
  }

  return {
    next: async (now, { list, take }) => {
      const nowMs = now.getTime();
      // A clock that is set back must not hide those who came since.
      if (Math.abs(nowMs - listedMs) < LISTED_EVERY_MS) {
        const letter = await takeNext(take);
        if (letter !== undefined) return letter;
      }
      queue = inOrder(queue, await list());
      listedMs = nowMs;
      return takeNext(take);
    },
  };
}

/** Those without a turn yet come first; the others keep their order. */
function inOrder(queue: readonly number[], due: readonly number[]): readonly number[] {
  const [isQueued, isDue] = [new Set(queue), new Set(due)];
  return [...due.filter((id) => !isQueued.has(id)), ...queue.filter((id) => isDue.has(id))];
}
