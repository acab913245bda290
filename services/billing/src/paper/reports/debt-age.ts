// The age of a debt: the days since the due date of its month.
import {
  monthOf,
  previousMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { daysBetween } from '@kvartplata/domain/calendar/day.ts';
import {
  dueDateOf,
  limitationOf,
} from '@kvartplata/domain/regulation/payment-allocation/limitation.ts';
import type { OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';

/** The first day overdue of each age. A debt younger than all of them is not due. */
const FIRST_DAYS = {
  days0to30: 1,
  days31to90: 31,
  days91to180: 91,
  days181to365: 181,
  over365: 366,
} as const;
export type OverdueAge = keyof typeof FIRST_DAYS;
export const OVERDUE_AGES = Object.keys(FIRST_DAYS) as readonly OverdueAge[];

/** A month's charges are due in the next one, or on the first working day after it. */
const MOST_MONTHS_TO_PAY = 2;

/** The latest month of each age: later months are younger, since due dates never decrease. */
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

/**
 * The latest month whose limitation has ended by the day, so that payments without a named month skip it; earlier months are
 * barred too. Null when there is none because limitations are not applied.
 */
export function latestBarred(rules: OwnRules, asOf: Temporal.PlainDate): BillingMonth | null {
  const { isBarred } = limitationOf(rules);
  let month = monthOf(asOf.subtract({ years: 3 }));
  for (let before = 0; before <= MOST_MONTHS_TO_PAY + 1; before += 1) {
    if (isBarred(month, asOf)) return month;
    month = previousMonth(month);
  }
  return null;
}
