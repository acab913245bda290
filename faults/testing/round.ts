// How much of the faults a run walks through: a little of it with every test, all of it by `npm run test:faults`, which ends
// with the figures that its tests have told.
import { appendFileSync } from 'node:fs';

const SMALL_SEED = 27;
const SMALL_KILLS = 4;

export const round = {
  isFull: process.env['FAULT_SEED'] !== undefined,
  /** What chance begins with. */
  seed: Number(process.env['FAULT_SEED'] ?? SMALL_SEED),
  kills: Number(process.env['FAULT_KILLS'] ?? SMALL_KILLS),
} as const;

/** A figure for the end of the whole round. */
export function tell(figure: string): void {
  const summary = process.env['FAULT_SUMMARY'];
  if (summary !== undefined) appendFileSync(summary, `${figure}\n`);
}
