// How old a debt is: by the days since the due date of its month.
import {
  firstDayOf,
  monthOf,
  nextMonth,
  previousMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { daysBetween } from '@kvartplata/domain/calendar/day.ts';
import { dueDayRuleOf } from '@kvartplata/domain/regulation/penalty/due-date.ts';
import { termsOfMonth, type OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';

/** Days overdue from which on a debt is of the age. What is younger than all of them is not due. */
const FIRST_DAYS = {
  days0to30: 1,
  days31to90: 31,
  days91to180: 91,
  days181to365: 181,
  over365: 366,
} as const;
export type OverdueAge = keyof typeof FIRST_DAYS;
export const OVERDUE_AGES = Object.keys(FIRST_DAYS) as readonly OverdueAge[];

/** The latest month of each age: later months are younger, since none falls due before an earlier one. */
export type AgeBounds = Readonly<Record<OverdueAge, BillingMonth>>;

export function ageBoundsOf(rules: OwnRules, asOf: Temporal.PlainDate): AgeBounds {
  let month = monthOf(asOf);
  const bounds: Partial<Record<OverdueAge, BillingMonth>> = {};
  for (const age of OVERDUE_AGES) {
    while (daysBetween(dueDateOf(month, rules), asOf) < FIRST_DAYS[age])
      month = previousMonth(month);
    bounds[age] = month;
  }
  return bounds as AgeBounds;
}

/** Of months before the Housing Code the end of the next month. */
export function dueDateOf(month: BillingMonth, rules: OwnRules): Temporal.PlainDate {
  if (dueDayRuleOf(month) === undefined)
    return firstDayOf(nextMonth(nextMonth(month))).subtract({ days: 1 });
  return termsOfMonth(month, rules).dueDate;
}
