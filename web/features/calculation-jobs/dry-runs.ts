// Dry runs of a month: computed at once, and nothing is stored.
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { DryRun, Overrides } from '@kvartplata/contracts/billing/dry-runs.ts';
import { call } from '../../lib/api.ts';
import { figuresOf } from '../../lib/days.ts';

export type AskedMonth = ({ readonly houseId: number } | { readonly organizationId: number }) & {
  /** `2026-11` */
  readonly period: string;
  readonly overrides?: Overrides | undefined;
};

/** For a house, or for all houses of an organization. */
export async function tryMonth({ period, overrides, ...where }: AskedMonth): Promise<DryRun> {
  const tried = await call(createCalculationJob, {
    query: { dryRun: true },
    body: { ...where, ...figuresOf(period), ...(overrides && { overrides }) },
  });
  if (!('totals' in tried)) throw new Error('a dry run has become a job');
  return tried;
}
