// Waits for what sends no signal of its own.
import { setImmediate } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

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
    await setImmediate();
  }
  throw new Error(`waited in vain until ${what}`, { cause: last });
}
