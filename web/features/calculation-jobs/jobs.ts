// Calculating the charges of a month.
import {
  cancelCalculationJob,
  createCalculationJob,
  getAccountSkips,
  listCalculationJobs,
  listSkippedAccounts,
  type CalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { figuresOf } from '../../lib/days.ts';
import { read, readPages } from '../../lib/reads.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const LOOK_EVERY_MS = 700;

/** The last calculation of an organization's month, polled until it has ended. */
export function lastJobOf(organizationId: number, period: string) {
  const lastOf = (items: readonly CalculationJob[] = []): CalculationJob | null => items[0] ?? null;
  return queryOptions({
    ...read(listCalculationJobs, { query: { organizationId, period, limit: 1 } }),
    select: ({ items }) => lastOf(items),
    refetchInterval: ({ state }) => (isUnderWay(lastOf(state.data?.items)) ? LOOK_EVERY_MS : false),
  });
}

/** Everything that a calculation could not charge, or not in full. */
export function skippedOf(jobId: number) {
  return readPages(listSkippedAccounts, { params: { jobId } });
}

/** What the last calculation of its house could not charge to an account. */
export function skipsOfAccount(personalAccountId: number) {
  return read(getAccountSkips, { params: { personalAccountId } });
}

/** Whether anything is charged to the account in the month, applied or not. */
export function isChargedIn(personalAccountId: number, period: string) {
  return queryOptions({
    ...read(listCharges, { query: { personalAccountId, period, limit: 1 } }),
    select: ({ items }) => items.length > 0,
  });
}

/**
 * @param period `2026-11`
 * @param houseIds only these houses; undefined for all that may still be computed
 */
export async function calculate(
  organizationId: number,
  period: string,
  houseIds: readonly number[] | undefined,
): Promise<void> {
  const some = houseIds === undefined ? {} : { houseIds: [...houseIds] };
  await call(createCalculationJob, { body: { organizationId, ...figuresOf(period), ...some } });
}

export async function cancel({ id }: CalculationJob): Promise<void> {
  await call(cancelCalculationJob, { params: { jobId: id } });
}
