// The days of one month as numbers from 1, and sets of days as the bits of a number: every one of a million accounts is cut by
// days, and calendar dates would be many times slower.
import { formatBillingMonth, type BillingMonth } from '../calendar/billing-month.ts';

/** Days of a month; day 1 is the lowest bit. As cuts: the days on which something new begins. */
export type DaySet = number;

/** Consecutive days, both ends inclusive. */
export type Stretch = {
  readonly first: number;
  readonly last: number;
  readonly days: bigint;
  /** The same, as calendar days. */
  readonly from: string;
  readonly to: string;
};

export type MonthDays = {
  readonly month: BillingMonth;
  /** The month's number, January of year 0 being 0. */
  readonly number: number;
  readonly length: number;
  readonly days: bigint;
  /** Calendar days by their number. */
  readonly texts: readonly string[];
  /** Cache of computed stretches: most accounts of a house are cut alike. */
  readonly known: Map<number, readonly Stretch[]>;
};

const NO_CUTS: DaySet = 0;

export function daysOfMonth(month: BillingMonth): MonthDays {
  const text = formatBillingMonth(month);
  const length = month.daysInMonth;
  const texts = Array.from(
    { length: length + 1 },
    (_, day) => `${text}-${String(day).padStart(2, '0')}`,
  );
  const number = month.year * 12 + month.month - 1;
  return { month, number, length, days: BigInt(length), texts, known: new Map() };
}

/** The number of a day in this month: 0 for any earlier day, length + 1 for any later day. */
export function dayNumber({ number, length }: MonthDays, day: Temporal.PlainDate): number {
  const months = monthNumber(day) - number;
  if (months === 0) return day.day;
  return months < 0 ? 0 : length + 1;
}

export function monthNumber(day: Temporal.PlainDate): number {
  return day.year * 12 + day.month - 1;
}

/** A set of one day; empty if the day is outside the month, or is its first day, on which nothing new begins. */
export function cutAt({ length }: MonthDays, day: number): DaySet {
  return day > 1 && day <= length ? 1 << (day - 1) : NO_CUTS;
}

/** The set of the days `first` to `last`; empty when there are none. */
export function daysBetween(first: number, last: number): DaySet {
  return first > last ? NO_CUTS : (2 ** last - 1) & ~(2 ** (first - 1) - 1);
}

export function hasDay(set: DaySet, day: number): boolean {
  return (set & (1 << (day - 1))) !== 0;
}

/** The first day of a set that is not empty. */
export function firstOf(set: DaySet): number {
  return lastOf(set & -set);
}

/** The last day of a set that is not empty. */
export function lastOf(set: DaySet): number {
  return 32 - Math.clz32(set);
}

export function countDays(set: DaySet): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The days on which a set begins, and those after which it ends. */
export function edgesOf({ length }: MonthDays, set: DaySet): DaySet {
  return (set ^ (set << 1)) & (2 ** length - 1);
}

/** The days `first` to `last` cut into stretches; none when there are no such days. */
export function stretchesOf(
  month: MonthDays,
  first: number,
  last: number,
  cuts: DaySet,
): readonly Stretch[] {
  if (first > last) return [];
  const inside = cuts & daysBetween(first + 1, last);
  const key = (inside * 32 + first) * 32 + last;
  const known = month.known.get(key);
  if (known !== undefined) return known;
  const stretches: Stretch[] = [];
  for (let start = first, day = first; day <= last; day++) {
    if (day < last && (inside & (1 << day)) === 0) continue;
    stretches.push(stretchOf(month, start, day));
    start = day + 1;
  }
  month.known.set(key, stretches);
  return stretches;
}

function stretchOf({ texts }: MonthDays, first: number, last: number): Stretch {
  return {
    first,
    last,
    days: BigInt(last - first + 1),
    from: texts[first] ?? '',
    to: texts[last] ?? '',
  };
}
