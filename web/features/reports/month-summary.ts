// An organization's month in a few figures, and a comparison of its months.
import {
  getCollectedMonths,
  getMonthSummary,
} from '@kvartplata/contracts/billing/month-summary.ts';
import { queryOptions } from '@tanstack/react-query';
import { monthFrom } from '../../lib/days.ts';
import { read } from '../../lib/reads.ts';

const YEAR = 12;

export function monthSummary(organizationId: number, period: string) {
  return read(getMonthSummary, { query: { organizationId, period } });
}

export type HousesAndMonths = {
  readonly organizationId?: number;
  readonly houseId?: number;
  readonly periodFrom: string;
  readonly periodTo: string;
};

export function collectedMonths(of: HousesAndMonths) {
  return queryOptions({
    ...read(getCollectedMonths, { query: of }),
    select: ({ items }) => items,
  });
}

/** The year that ends with the month. */
export function yearTo(organizationId: number, periodTo: string): HousesAndMonths {
  return { organizationId, periodFrom: monthFrom(periodTo, 1 - YEAR), periodTo };
}
