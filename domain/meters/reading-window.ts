// The days on which residents send the readings of a month.
import {
  lastDayOf,
  monthOf,
  nextMonth,
  previousMonth,
  type BillingMonth,
} from '../calendar/billing-month.ts';
import { compareDays } from '../calendar/day.ts';

/** Days of a month, both inclusive; a last day before the first one is in the next month. */
export type ReadingDays = { readonly fromDay: number; readonly toDay: number };

export type ReadingWindow = {
  /** The month of the readings. */
  readonly period: BillingMonth;
  readonly from: Temporal.PlainDate;
  /** The last day. */
  readonly to: Temporal.PlainDate;
  readonly isOpen: boolean;
};

const EVERY_DAY: ReadingDays = { fromDay: 1, toDay: 31 };

/**
 * The window that is open on the day, or the next one to open. If two are open, the one that opened earlier.
 * @param days null for every day of the month
 */
export function readingWindowOn(
  days: ReadingDays | null,
  today: Temporal.PlainDate,
): ReadingWindow {
  const month = monthOf(today);
  const windows = [previousMonth(month), month, nextMonth(month)].map((period) =>
    windowOf(days ?? EVERY_DAY, period),
  );
  const coming = windows.find(({ to }) => compareDays(to, today) >= 0);
  if (coming === undefined) throw new Error('a window of the next month is never over');
  return { ...coming, isOpen: compareDays(coming.from, today) <= 0 };
}

function windowOf(
  { fromDay, toDay }: ReadingDays,
  period: BillingMonth,
): Omit<ReadingWindow, 'isOpen'> {
  const ends = toDay < fromDay ? nextMonth(period) : period;
  return { period, from: dayIn(period, fromDay), to: dayIn(ends, toDay) };
}

/** A day beyond the end of the month becomes its last day. */
function dayIn(month: BillingMonth, day: number): Temporal.PlainDate {
  const last = lastDayOf(month);
  return day >= last.day ? last : month.toPlainDate({ day });
}
