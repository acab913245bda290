// The state of an organization's month in a few figures.
import type {
  CollectedMonth,
  CollectedMonths,
  CollectedMonthsQuery,
  MonthSummary,
  MonthSummaryQuery,
} from '@kvartplata/contracts/billing/month-summary.ts';
import { firstDayOf, formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { invalidField } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { monthsOf } from '../report-months.ts';
import {
  listCollectedMonths,
  listHouseMonthSums,
  type CollectedMonthSums,
  type HouseMonthSums,
} from './month-summary.repository.ts';
import { percentOf } from './percent.ts';

/** @throws Refusal not-found */
export async function summarizeMonth(
  caller: Caller,
  { organizationId, period }: MonthSummaryQuery,
): Promise<MonthSummary> {
  const { houseIds } = await namedHouses(caller, { organizationId });
  const houses = { organizationId, houseIds };
  const sums = await listHouseMonthSums(caller.db, houses, formatDay(firstDayOf(period)));
  return {
    organizationId,
    period: formatBillingMonth(period),
    items: sums.map((row) => ({ houseId: row.houseId, ...figuresOf([row]) })),
    totals: figuresOf(sums),
  };
}

function figuresOf(rows: readonly HouseMonthSums[]): MonthSummary['totals'] {
  const sum = (name: Exclude<keyof HouseMonthSums, 'houseId'>): Kopecks =>
    sumBy(rows, (row) => parseKopecks(row[name]));
  const [charged, penalty, paid, closing] = [
    sum('charged'),
    sum('penalty'),
    sum('paid'),
    sum('closing'),
  ];
  return {
    opening: formatKopecks(closing - charged - penalty + paid),
    charged: formatKopecks(charged),
    penalty: formatKopecks(penalty),
    paid: formatKopecks(paid),
    closing: formatKopecks(closing),
    ...settledOf(sum('debtOfMonth'), sum('paidOfMonth')),
    drafted: formatKopecks(sum('drafted')),
  };
}

const MOST_MONTHS = 120;

/** @throws Refusal validation-failed, not-found */
export async function collectedMonths(
  caller: Caller,
  query: CollectedMonthsQuery,
): Promise<CollectedMonths> {
  const { organizationId, houseIds } = await namedHouses(caller, query);
  const { periodFrom, periodTo, from, to } = monthsOf(query);
  if (monthsBetween(periodFrom, periodTo) >= MOST_MONTHS)
    throw invalidField('/periodTo', `must be within ${MOST_MONTHS} months`, {
      code: 'span-too-long',
      params: { limit: MOST_MONTHS },
    });
  const rows = await listCollectedMonths(caller.db, { organizationId, houseIds }, { from, to });
  return {
    organizationId,
    periodFrom,
    periodTo,
    items: rows.map(collectedMonthOf),
  };
}

function collectedMonthOf(row: CollectedMonthSums): CollectedMonth {
  const [debt, paid] = [parseKopecks(row.debtOfMonth), parseKopecks(row.paidOfMonth)];
  return { period: row.period, ...settledOf(debt, paid) };
}

/** How much of a month's charges has been paid. */
function settledOf(debt: Kopecks, paid: Kopecks): Omit<CollectedMonth, 'period'> {
  return {
    debtOfMonth: formatKopecks(debt),
    paidOfMonth: formatKopecks(paid),
    rateOfMonth: percentOf(paid, debt),
  };
}

function monthsBetween(first: string, last: string): number {
  return Temporal.PlainYearMonth.from(first).until(last, { largestUnit: 'months' }).months;
}
