// The billing month (расчётный период): the calendar month that charges belong to.

/** A calendar month. */
export type BillingMonth = Temporal.PlainYearMonth;

const MONTH = /^2\d{3}-(?:0[1-9]|1[0-2])$/;

/**
 * Parses "YYYY-MM", years 2000–2999.
 * @throws RangeError naming the text when it is anything else.
 */
export function parseBillingMonth(text: string): BillingMonth {
  const known = KNOWN.get(text);
  if (known !== undefined) return known;
  if (!MONTH.test(text)) throw new RangeError(`"${text}" is not a month written YYYY-MM`);
  const month = Temporal.PlainYearMonth.from(text);
  KNOWN.set(text, month);
  return month;
}

/** Cache: months are immutable and few, and booking a payment parses each month that its account owes. */
const KNOWN = new Map<string, BillingMonth>();

/** Formats as "YYYY-MM". */
export function formatBillingMonth(month: BillingMonth): string {
  return month.toString({ calendarName: 'never' });
}

/** The month's first day. */
export function firstDayOf(month: BillingMonth): Temporal.PlainDate {
  return month.toPlainDate({ day: 1 });
}

/** The month's last day, inclusive. */
export function lastDayOf(month: BillingMonth): Temporal.PlainDate {
  return month.toPlainDate({ day: month.daysInMonth });
}

/** The month that a day belongs to. */
export function monthOf(day: Temporal.PlainDate): BillingMonth {
  return day.toPlainYearMonth();
}

export function nextMonth(month: BillingMonth): BillingMonth {
  return month.add({ months: 1 });
}

export function previousMonth(month: BillingMonth): BillingMonth {
  return month.subtract({ months: 1 });
}

/** Negative, zero or positive if a is before, equal to or after b; for use with Array.toSorted. */
export function compareMonths(a: BillingMonth, b: BillingMonth): number {
  return Temporal.PlainYearMonth.compare(a, b);
}

/**
 * The given number of consecutive months, starting with `first`; none for a count of 0.
 * @throws RangeError when the count is negative or not whole.
 */
export function monthsFrom(first: BillingMonth, count: number): BillingMonth[] {
  if (!Number.isInteger(count) || count < 0) {
    throw new RangeError(`a count of months must be a whole number from 0, not ${count}`);
  }
  return Array.from({ length: count }, (_, months) => first.add({ months }));
}
