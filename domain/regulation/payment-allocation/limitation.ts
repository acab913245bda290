// Until when money without a named month may pay a month's debt: after the limitation (исковая давность) has expired it goes to
// newer debts.

import type { BillingMonth } from '../../calendar/billing-month.ts';
import { formatBillingMonth, lastDayOf, nextMonth } from '../../calendar/billing-month.ts';
import { compareDays } from '../../calendar/day.ts';
import { dueDayRuleOf } from '../penalty/due-date.ts';
import { findRule, termsOfMonth, type OwnRules } from '../penalty/own-rules.ts';

/** Counted from the last day to pay: from the next day on the creditor knows that his right is violated. */
const YEARS = 3;

export type Limitation = {
  /** Whether money received on the day without a named month must not pay the month. */
  readonly isBarred: (month: BillingMonth, day: Temporal.PlainDate) => boolean;
};

/** For use where the limitation does not apply. */
export const NO_LIMITATION: Limitation = { isBarred: () => false };

/**
 * A month is time-barred for a house if its due date is more than three years before the day, unless a rule of the house or its
 * organization switches the limitation off.
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

/** The last day on which money without a named month may pay the month. */
export function limitationEnd(month: BillingMonth, rules: OwnRules): Temporal.PlainDate {
  return dueDateOf(month, rules).add({ years: YEARS });
}

/** A quick check on numbers, done for each debt of each payment: under any rule a month is due no earlier than the next month. */
export function mayBeBarred(month: BillingMonth, day: Temporal.PlainDate): boolean {
  const months = (day.year - month.year - YEARS) * 12 + day.month - month.month;
  return months > 1 || (months === 1 && day.day > 1);
}

/** For months before the Housing Code, the end of the next month. */
export function dueDateOf(month: BillingMonth, rules: OwnRules): Temporal.PlainDate {
  if (dueDayRuleOf(month) === undefined) return lastDayOf(nextMonth(month));
  return termsOfMonth(month, rules).dueDate;
}
