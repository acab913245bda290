// Waits for what sends no signal of its own.
import { setTimeout } from 'node:timers/promises';

/** For a machine that is busy with much else: only a wait that is in vain is ever as long. */
const PATIENCE_MS = 60_000;
const ASK_EVERY_MS = 5;

/** Asks again and again until `check` answers true; what it throws counts as not yet. */
export async function until(what: string, check: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      if (await check()) return;
    } catch (error) {
      last = error;
    }
    await setTimeout(ASK_EVERY_MS);
  }
  throw new Error(`waited in vain until ${what}`, { cause: last });
}
