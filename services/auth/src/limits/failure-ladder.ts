// How long to wait after a number of failures in a row: five are free, then the wait doubles.

/** The stored state of a user's failures. */
export type Failures = {
  readonly count: number;
  readonly blockedUntilMs: number;
};

const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const TEXT = /^(\d{1,9}):(\d{1,15})$/;

/** Failures are forgotten this long after the last one: longer than the longest wait, or the wait would never double. */
export const FORGOTTEN_AFTER_MS = 60 * 60_000;

export function oneMore({ count }: Failures, nowMs: number): Failures {
  return { count: count + 1, blockedUntilMs: nowMs + waitAfter(count + 1) };
}

/** Takes back a failure that turned out to be none. The try was allowed, so nothing had blocked it. */
export function oneLess({ count }: Failures): Failures {
  return { count: Math.max(count - 1, 0), blockedUntilMs: 0 };
}

/** Undefined for no failures: they are worth no place in the store. */
export function formatFailures({ count, blockedUntilMs }: Failures): string | undefined {
  return count === 0 ? undefined : `${count}:${blockedUntilMs}`;
}

/** A missing or unreadable value counts as no failures. */
export function parseFailures(text: string | undefined): Failures {
  const [, count = 0, blockedUntilMs = 0] = TEXT.exec(text ?? '') ?? [];
  return { count: Number(count), blockedUntilMs: Number(blockedUntilMs) };
}

function waitAfter(count: number): number {
  if (count < FREE_FAILURES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_FAILURES), LONGEST_WAIT_MS);
}
