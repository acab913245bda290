// Booking penalties up to a day, as a job.
import type { AccrualJob } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

const JOBS = '/api/billing/penalties/accrual-jobs';
const LOOK_EVERY_MS = 700;
const SHOWN = 20;

/** The last ones, looked at again and again until the newest has ended. */
export function accrualJobs(organizationId: number) {
  const query = { organizationId, limit: SHOWN };
  return queryOptions({
    queryKey: [JOBS, query],
    queryFn: async ({ signal }) =>
      (await ask<PageOf<AccrualJob>>('billing', JOBS, { query, signal })).items,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.[0]) ? LOOK_EVERY_MS : false),
  });
}

export function isUnderWay(job: AccrualJob | undefined): boolean {
  return job?.status === 'QUEUED' || job?.status === 'RUNNING';
}

export async function accrue(
  organizationId: number,
  targetDate: string,
  idempotencyKey: string,
): Promise<AccrualJob> {
  const body = { organizationId, targetDate };
  return ask<AccrualJob>('billing', '/api/billing/penalties/accruals', {
    method: 'POST',
    body,
    idempotencyKey,
  });
}
