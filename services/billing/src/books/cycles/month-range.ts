// Which months of an organization may be opened, computed and applied. Partitions of the tables that all organizations share are
// created for these months only.
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

/** How far back an organization may go before it has its first account. */
const MONTHS_WITHOUT_ACCOUNTS = 12;

/**
 * From the month of the first account to the month after the current one.
 * @param firstMonth that of the organization's first account; undefined while it has none
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
