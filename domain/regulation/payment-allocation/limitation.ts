// How long money without a named month may pay a month's debt: after the limitation (исковая давность) has run out it goes
// to younger ones.

import type { BillingMonth } from '../../calendar/billing-month.ts';
import { formatBillingMonth, lastDayOf, nextMonth } from '../../calendar/billing-month.ts';
import { compareDays } from '../../calendar/day.ts';
import { dueDayRuleOf } from '../penalty/due-date.ts';
import { findRule, termsOfMonth, type OwnRules } from '../penalty/own-rules.ts';

/** Counted from the last day to pay: the day after it the creditor knows that his right is violated. */
const YEARS = 3;

export type Limitation = {
  /** Whether money that comes in on the day without a named month stays away from the month. */
  readonly isBarred: (month: BillingMonth, day: Temporal.PlainDate) => boolean;
};

/** Where none is looked at. */
export const NO_LIMITATION: Limitation = { isBarred: () => false };

/**
 * Of a house: the last day to pay of a month lies more than three years before the day, unless it is settled that the
 * limitation is not looked at.
 * Source: Civil Code art. 196 p. 1, art. 200 p. 2 (three years from the end of the term of performance), art. 199 p. 3 and
 * art. 319.1 p. 3; Resolution 22 of the Plenum of the Supreme Court of 2017-06-27, p. 32 (a payment without a named
 * month counts for the months whose limitation has not run out).
 */
export function limitationOf(rules: OwnRules): Limitation {
  const known = new Map<string, Temporal.PlainDate>();
  const lastDay = (month: BillingMonth): Temporal.PlainDate => {
    const name = formatBillingMonth(month);
    const found = known.get(name) ?? limitationEnd(month, rules);
    known.set(name, found);
    return found;
  };
  return {
    isBarred: (month, day) =>
      mayBeBarred(month, day) &&
      compareDays(lastDay(month), day) < 0 &&
      (findRule(rules, 'limitation', day)?.isOn ?? true),
  };
}

/** The last day on which money without a named month pays the month. */
export function limitationEnd(month: BillingMonth, rules: OwnRules): Temporal.PlainDate {
  return dueDateOf(month, rules).add({ years: YEARS });
}

/** Whatever is settled: nothing is due before the month after. Asked of each debt of each payment, so it counts in numbers. */
export function mayBeBarred(month: BillingMonth, day: Temporal.PlainDate): boolean {
  const months = (day.year - month.year - YEARS) * 12 + day.month - month.month;
  return months > 1 || (months === 1 && day.day > 1);
}

/** Of months before the Housing Code the end of the next month. */
export function dueDateOf(month: BillingMonth, rules: OwnRules): Temporal.PlainDate {
  if (dueDayRuleOf(month) === undefined) return lastDayOf(nextMonth(month));
  return termsOfMonth(month, rules).dueDate;
}
