// The month of an organization in few figures, and its months beside each other.
import type { CollectedMonths, MonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';
import { monthFrom } from '../../lib/days.ts';

const SUMMARY = '/api/billing/reports/month-summary';
const MONTHS = '/api/billing/reports/collected-months';
const YEAR = 12;

export function monthSummary(organizationId: number, period: string) {
  const query = { organizationId, period };
  return queryOptions({
    queryKey: [SUMMARY, query],
    queryFn: async ({ signal }) => ask<MonthSummary>('billing', SUMMARY, { query, signal }),
  });
}

export type HousesAndMonths = {
  readonly organizationId?: number;
  readonly houseId?: number;
  readonly periodFrom: string;
  readonly periodTo: string;
};

export function collectedMonths(of: HousesAndMonths) {
  return queryOptions({
    queryKey: [MONTHS, of],
    queryFn: async ({ signal }) =>
      (await ask<CollectedMonths>('billing', MONTHS, { query: of, signal })).items,
  });
}

/** The year that ends with the month. */
export function yearTo(organizationId: number, periodTo: string): HousesAndMonths {
  return { organizationId, periodFrom: monthFrom(periodTo, 1 - YEAR), periodTo };
}
