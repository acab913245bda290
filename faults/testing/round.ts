// How many of the faults a run tests: a few of them in every test run, all of them in `npm run test:faults`, which ends with the
// figures reported by its tests.
import { appendFileSync } from 'node:fs';

const SMALL_SEED = 27;
const SMALL_KILLS = 4;

export const round = {
  isFull: process.env['FAULT_SEED'] !== undefined,
  /** The seed of the random numbers. */
  seed: Number(process.env['FAULT_SEED'] ?? SMALL_SEED),
  kills: Number(process.env['FAULT_KILLS'] ?? SMALL_KILLS),
} as const;

/** Reports a figure, printed at the end of the whole round. */
export function tell(figure: string): void {
  const summary = process.env['FAULT_SUMMARY'];
  if (summary !== undefined) appendFileSync(summary, `${figure}\n`);
}
