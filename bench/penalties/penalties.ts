// The cost of penalties: for one debt, and for a hundred thousand accounts.
import type { Measured } from '../measured.ts';
import { measureAccruals } from './accruals.ts';
import { measurePenalty } from './penalty-function.ts';

/** @param args the number of accounts */
export async function benchPenalties(args: readonly string[]): Promise<readonly Measured[]> {
  return [measurePenalty(), ...(await measureAccruals(args))];
}
