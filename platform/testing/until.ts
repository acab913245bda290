// Waits for what sends no signal of its own.
import { setTimeout } from 'node:timers/promises';

/** For a machine that is busy with much else: only a wait that is in vain is ever as long. */
const PATIENCE_MS = 120_000;
/** To ask costs whoever is waited for some of the processor: the longer it takes, the more seldom it is asked. */
const SHARE_OF_WAIT = 0.05;
const [SHORTEST_MS, LONGEST_MS] = [5, 50];

/** Asks again and again until `check` answers true; what it throws counts as not yet. */
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
