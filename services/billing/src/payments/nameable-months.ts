// Which months a payment may name: an absurd month is a typing error.
import {
  compareMonths,
  lastDayOf,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { invalidField, tooEarly } from '@kvartplata/platform/http/refusal.ts';

const FIRST_YEAR = 2000;
/** People who pay ahead name a month of the coming year. */
const MONTHS_AFTER = 12;

export function isNameable(month: BillingMonth, paidOn: Temporal.PlainDate): boolean {
  return month.year >= FIRST_YEAR && compareMonths(month, lastNameable(paidOn)) <= 0;
}

/** For a month that a person has entered. @throws Refusal validation-failed */
export function requireNameable(month: BillingMonth, paidOn: Temporal.PlainDate): void {
  if (isNameable(month, paidOn)) return;
  if (month.year < FIRST_YEAR) throw tooEarly('/period', `${FIRST_YEAR}-01-01`);
  throw invalidField('/period', `is more than ${MONTHS_AFTER} months after the payment`, {
    code: 'after-day',
    params: { day: formatDay(lastDayOf(lastNameable(paidOn))) },
  });
}

function lastNameable(paidOn: Temporal.PlainDate): BillingMonth {
  return paidOn.toPlainYearMonth().add({ months: MONTHS_AFTER });
}
