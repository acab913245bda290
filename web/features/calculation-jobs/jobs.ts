// Calculating the charges of a month.
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

const PATH = '/api/billing/calculation-jobs';
const LOOKED_THROUGH = 50;
const LOOK_EVERY_MS = 700;

/** The last calculation of an organization's month, looked at again and again until it has ended. */
export function lastJobOf(organizationId: number, period: string) {
  return queryOptions({
    queryKey: [PATH, { organizationId, period }],
    queryFn: async ({ signal }) => {
      const query = { organizationId, limit: LOOKED_THROUGH };
      const { items } = await ask<PageOf<CalculationJob>>('billing', PATH, { query, signal });
      return items.find((job) => job.period === period) ?? null;
    },
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_EVERY_MS : false),
  });
}

export function isUnderWay(job: CalculationJob | null | undefined): boolean {
  return job?.status === 'QUEUED' || job?.status === 'RUNNING';
}

/** @param period `2026-11` */
export async function calculate(organizationId: number, period: string): Promise<CalculationJob> {
  const [year, month] = period.split('-').map(Number);
  const body = { organizationId, year, month };
  return ask<CalculationJob>('billing', PATH, { method: 'POST', body });
}

export async function cancel({ id }: CalculationJob): Promise<CalculationJob> {
  return ask<CalculationJob>('billing', `${PATH}/${id}/cancel`, { method: 'POST' });
}
