// The months requested for a report.
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

/** @throws Refusal validation-failed unless exactly one way to name the months is used, complete and in order */
export function monthsOf(query: MonthsQuery): ReportMonths {
  const { period, periodFrom, periodTo, month, year } = query;
  const isOneMonth = period !== undefined || month !== undefined || year !== undefined;
  if (isOneMonth && periodFrom !== undefined)
    throw invalidField('/periodFrom', 'stands instead of a month', { code: 'either-or' });
  if (isOneMonth && periodTo !== undefined)
    throw invalidField('/periodTo', 'stands instead of a month', { code: 'either-or' });
  if (period !== undefined) {
    if (month !== undefined)
      throw invalidField('/month', 'stands instead of a period', { code: 'either-or' });
    if (year !== undefined)
      throw invalidField('/year', 'stands instead of a period', { code: 'either-or' });
    return inOrder(period);
  }
  if (isOneMonth) {
    if (month === undefined)
      throw invalidField('/month', 'is required beside year', { code: 'required' });
    if (year === undefined)
      throw invalidField('/year', 'is required beside month', { code: 'required' });
    return inOrder(Temporal.PlainYearMonth.from({ year, month }));
  }
  if (periodFrom === undefined)
    throw invalidField('/periodFrom', 'is required, or a single month instead', {
      code: 'required',
    });
  if (periodTo === undefined)
    throw invalidField('/periodTo', 'is required beside periodFrom', { code: 'required' });
  return inOrder(periodFrom, periodTo);
}

/** Either month may be omitted. @throws Refusal validation-failed */
export function assertMonthsInOrder(
  first: Temporal.PlainYearMonth | undefined,
  last: Temporal.PlainYearMonth | undefined,
): void {
  if (first === undefined || last === undefined) return;
  if (Temporal.PlainYearMonth.compare(first, last) > 0)
    throw invalidField('/periodTo', 'must not be before periodFrom', { code: 'ends-before-start' });
}

function inOrder(
  first: Temporal.PlainYearMonth,
  last: Temporal.PlainYearMonth = first,
): ReportMonths {
  assertMonthsInOrder(first, last);
  const [periodFrom, periodTo] = [String(first), String(last)];
  return { periodFrom, periodTo, from: `${periodFrom}-01`, to: `${periodTo}-01` };
}
