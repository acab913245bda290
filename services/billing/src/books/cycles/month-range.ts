// Which months of an organization may be opened, computed and applied. Partitions of the tables that all companies share
// are made for these months alone.
import {
  compareMonths,
  monthOf,
  nextMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';

export type MonthRange = {
  readonly first: BillingMonth;
  readonly last: BillingMonth;
};

/** So far back goes an organization whose first account is still to come. */
const MONTHS_WITHOUT_ACCOUNTS = 12;

/**
 * From the month of the first account to the one after the current month.
 * @param firstMonth of the organization's accounts; undefined while it has none
 */
export function monthRangeOf(
  firstMonth: BillingMonth | undefined,
  today: Temporal.PlainDate,
): MonthRange {
  const current = monthOf(today);
  const last = nextMonth(current);
  const hasBegun = firstMonth !== undefined && compareMonths(firstMonth, last) <= 0;
  return {
    first: hasBegun ? firstMonth : current.subtract({ months: MONTHS_WITHOUT_ACCOUNTS }),
    last,
  };
}
