// Booking penalties up to a day, as a job.
import {
  accruePenalties,
  listAccrualJobs,
  type AccrualJob,
} from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { read } from '../../lib/reads.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const LOOK_EVERY_MS = 700;
const SHOWN = 20;

/** The last ones, polled until the newest has ended. */
export function accrualJobs(organizationId: number) {
  return queryOptions({
    ...read(listAccrualJobs, { query: { organizationId, limit: SHOWN } }),
    select: ({ items }) => items,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.items[0]) ? LOOK_EVERY_MS : false),
  });
}

export async function accrue(
  organizationId: number,
  targetDate: string,
  idempotencyKey: string,
): Promise<AccrualJob> {
  return call(accruePenalties, { body: { organizationId, targetDate }, idempotencyKey });
}
