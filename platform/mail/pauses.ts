// How long a message waits for its next attempt: a minute, then twice as long each time up to an hour, so that a server that was
// down for a day gets all its mail within an hour of its return.

const FIRST_MS = 60_000;
const LONGEST_MS = 60 * 60_000;

/** @param attempts how many there have been, 1 after the first */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_MS);
}
