// The months whose limitation ends within some days.
import {
  compareMonths,
  formatBillingMonth,
  monthOf,
  nextMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { limitationEnd } from '@kvartplata/domain/regulation/payment-allocation/limitation.ts';
import type { OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';

/** A month's charges are due in the next one, or on the first working day after it. */
const MOST_MONTHS_TO_PAY = 2;
const YEARS = 3;

/** By month, `YYYY-MM`, the last day of its limitation, if that is the given day or later. */
export function endingMonths(
  rules: OwnRules,
  asOf: Temporal.PlainDate,
  until: Temporal.PlainDate,
): ReadonlyMap<string, string> {
  const ending = new Map<string, string>();
  const last = monthOf(until.subtract({ years: YEARS }));
  for (
    let month = monthOf(asOf.subtract({ years: YEARS, months: MOST_MONTHS_TO_PAY }));
    compareMonths(month, last) <= 0;
    month = nextMonth(month)
  ) {
    const end = limitationEnd(month, rules);
    if (compareDays(asOf, end) <= 0 && compareDays(end, until) <= 0)
      ending.set(formatBillingMonth(month), formatDay(end));
  }
  return ending;
}
