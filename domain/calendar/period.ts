// Periods in which a dated row (tariff, norm, rate) is in force, and the cutting of spans of days.

import { compareDays, countDays } from './day.ts';

/** `validTo` is the LAST day, inclusive, never before `validFrom`; null while in force. */
export type Period = {
  readonly validFrom: Temporal.PlainDate;
  readonly validTo: Temporal.PlainDate | null;
};

/** A closed span of days, both ends inclusive; `days` counts them. */
export type Stretch = {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
  readonly days: number;
};

/** Whether the day is in the period, both end days included. */
export function covers(period: Period, day: Temporal.PlainDate): boolean {
  return compareDays(period.validFrom, day) <= 0 && !endsBefore(period, day);
}

/** Whether the two periods share at least one day. */
export function overlap(a: Period, b: Period): boolean {
  return !endsBefore(a, b.validFrom) && !endsBefore(b, a.validFrom);
}

/** The first in the list that covers the day, if any. */
export function findCovering<P extends Period>(
  list: readonly P[],
  day: Temporal.PlainDate,
): P | undefined {
  return list.find((period) => covers(period, day));
}

/** The earliest two periods that share a day, in the order of `validFrom`, if any. */
export function findOverlap<P extends Period>(list: readonly P[]): readonly [P, P] | undefined {
  const sorted = list.toSorted((a, b) => compareDays(a.validFrom, b.validFrom));
  // Comparing neighbours is enough: a period that overlaps a later one also overlaps the next one.
  for (const [index, later] of sorted.entries()) {
    const earlier = sorted[index - 1];
    if (earlier !== undefined && overlap(earlier, later)) return [earlier, later];
  }
  return undefined;
}

/**
 * Cuts the span `from`–`to`, both inclusive, into stretches. A change day is the FIRST day of a new stretch; change days may be
 * in any order, and those outside the span or repeated have no effect.
 * @throws RangeError when the span ends before it starts.
 */
export function splitDays(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  changeDays: readonly Temporal.PlainDate[],
): Stretch[] {
  const starts = changeDays
    .filter((day) => compareDays(from, day) < 0 && compareDays(day, to) <= 0)
    .toSorted(compareDays)
    .filter((day, index, sorted) => index === 0 || !day.equals(sorted[index - 1]!));
  return [from, ...starts].map((start, index) => {
    const next = starts[index];
    const end = next === undefined ? to : next.subtract({ days: 1 });
    return { from: start, to: end, days: countDays(start, end) };
  });
}

function endsBefore(period: Period, day: Temporal.PlainDate): boolean {
  return period.validTo !== null && compareDays(period.validTo, day) < 0;
}
