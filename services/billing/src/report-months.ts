// The months that a report is asked for.
import type { MonthsQuery } from '@kvartplata/contracts/billing/reports.ts';
import { invalidField } from '@kvartplata/platform/http/refusal.ts';

export type ReportMonths = {
  /** `YYYY-MM` */
  readonly periodFrom: string;
  readonly periodTo: string;
  /** Their first days. */
  readonly from: string;
  readonly to: string;
};

/** @throws Refusal validation-failed unless exactly one of the ways to name them is used, whole and in order */
export function monthsOf(query: MonthsQuery): ReportMonths {
  const { period, periodFrom, periodTo, month, year } = query;
  const isOneMonth = period !== undefined || month !== undefined || year !== undefined;
  if (isOneMonth && periodFrom !== undefined)
    throw invalidField('/periodFrom', 'stands instead of a month');
  if (isOneMonth && periodTo !== undefined)
    throw invalidField('/periodTo', 'stands instead of a month');
  if (period !== undefined) {
    if (month !== undefined) throw invalidField('/month', 'stands instead of a period');
    if (year !== undefined) throw invalidField('/year', 'stands instead of a period');
    return inOrder(period);
  }
  if (isOneMonth) {
    if (month === undefined) throw invalidField('/month', 'is required beside year');
    if (year === undefined) throw invalidField('/year', 'is required beside month');
    return inOrder(Temporal.PlainYearMonth.from({ year, month }));
  }
  if (periodFrom === undefined)
    throw invalidField('/periodFrom', 'is required, or a single month instead');
  if (periodTo === undefined) throw invalidField('/periodTo', 'is required beside periodFrom');
  return inOrder(periodFrom, periodTo);
}

function inOrder(
  first: Temporal.PlainYearMonth,
  last: Temporal.PlainYearMonth = first,
): ReportMonths {
  if (Temporal.PlainYearMonth.compare(first, last) > 0)
    throw invalidField('/periodTo', 'must not be before periodFrom');
  const [periodFrom, periodTo] = [String(first), String(last)];
  return { periodFrom, periodTo, from: `${periodFrom}-01`, to: `${periodTo}-01` };
}
