// Days as whole numbers, for rules applied to millions of debts: numbers are fast to add and compare.

/** Days since 1970-01-01, which is 0; negative before it. */
export type DayNumber = number;

const MS_PER_DAY = 86_400_000;

export function numberOfDay({ year, month, day }: Temporal.PlainDate): DayNumber {
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

export function dayOfNumber(number: DayNumber): Temporal.PlainDate {
  const date = new Date(number * MS_PER_DAY);
  return new Temporal.PlainDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}
