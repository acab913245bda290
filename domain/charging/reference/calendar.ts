// Days in the reference calculation: a day is a number of its digits, 20260716, and rows are valid from day to day.
import type { Component, HouseFacts, NormFacts, TariffFacts } from '../house-facts.ts';

export function digitsOf(day: Temporal.PlainDate): number {
  return (day.year * 100 + day.month) * 100 + day.day;
}

/** All days of a month. */
export function daysOf(month: Temporal.PlainYearMonth): readonly number[] {
  const before = (month.year * 100 + month.month) * 100;
  return Array.from({ length: month.daysInMonth }, (_, index) => before + index + 1);
}

/** The days on which the house is heated; undefined if unknown. */
export function warmDays({
  month,
  heatingMonths,
  heatingSeasons,
}: HouseFacts): readonly number[] | undefined {
  const july = (month.month >= 7 ? month.year : month.year - 1) * 10_000 + 701;
  const june = july + 10_000 - 71;
  const told = heatingSeasons.map(({ from, to }) => {
    const begin = digitsOf(from);
    const nextJune = (from.month >= 7 ? from.year + 1 : from.year) * 10_000 + 630;
    return { begin, end: to === null ? nextJune : digitsOf(to) };
  });
  const days = daysOf(month);
  if (told.some(({ begin, end }) => begin <= june && end >= july))
    return days.filter((day) => told.some(({ begin, end }) => begin <= day && day <= end));
  if (heatingMonths.length === 0) return undefined;
  return heatingMonths.includes(month.month) ? days : [];
}

/** The months from one to another, both inclusive. */
export function monthsFrom(day: number, month: Temporal.PlainYearMonth): number {
  const [year, number] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100];
  return (month.year - year) * 12 + month.month - number + 1;
}

export function isWithin(
  day: number,
  from: Temporal.PlainDate | null,
  to: Temporal.PlainDate | null,
): boolean {
  return (from === null || digitsOf(from) <= day) && (to === null || day <= digitsOf(to));
}

/** The index of the row that applies on a day, for the group or else the default group; −1 if there is none. */
export function rowOn(
  rows: readonly (TariffFacts | NormFacts)[],
  component: Component | null,
  day: number,
  group: string | null = null,
): number {
  const [own = -1, house = -1] = [group, null].map((word) =>
    rows.findIndex(
      (row) =>
        row.group === word &&
        row.component === component &&
        isWithin(day, row.validFrom, row.validTo),
    ),
  );
  return own === -1 ? house : own;
}
