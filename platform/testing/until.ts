// Waits for something that sends no notification.
import { setTimeout } from 'node:timers/promises';

/** For a busy machine: only a wait in vain ever takes this long. */
const PATIENCE_MS = 120_000;
/** Polling takes processor time from what is waited for: the longer it takes, the less often it is polled. */
const SHARE_OF_WAIT = 0.05;
const [SHORTEST_MS, LONGEST_MS] = [5, 50];

/** Polls until `check` returns true; an error counts as not yet. */
export async function until(what: string, check: () => Promise<boolean> | boolean): Promise<void> {
  const startedAt = performance.now();
  let last: unknown;
  let waitedMs = 0;
  while (waitedMs < PATIENCE_MS) {
    try {
      if (await check()) return;
    } catch (error) {
      last = error;
    }
    waitedMs = performance.now() - startedAt;
    await setTimeout(Math.min(Math.max(waitedMs * SHARE_OF_WAIT, SHORTEST_MS), LONGEST_MS));
  }
  throw new Error(`waited in vain until ${what}`, { cause: last });
}
