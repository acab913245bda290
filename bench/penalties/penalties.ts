// What penalties take: one debt, and the accounts of a hundred thousand.
import type { Measured } from '../measured.ts';
import { measureAccruals } from './accruals.ts';
import { measurePenalty } from './penalty-function.ts';

/** @param args how many accounts */
export async function benchPenalties(args: readonly string[]): Promise<readonly Measured[]> {
  return [measurePenalty(), ...(await measureAccruals(args))];
}
