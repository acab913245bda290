// The positions of periods within a stretch of time, and the days that none of them covers.
import { dayFrom, daysBetween } from '../../lib/days.ts';

/** Both days inclusive; null means no end. */
export type Validity = { readonly validFrom: string; readonly validTo: string | null };

/** Both days inclusive. */
export type Stretch = { readonly from: string; readonly to: string };

/** In per cent of the stretch's length. */
export type Place = { readonly left: number; readonly width: number };

/** The part of it within the stretch; undefined if there is none. */
export function placeIn(
  { from, to }: Stretch,
  { validFrom, validTo }: Validity,
): Place | undefined {
  const first = validFrom > from ? validFrom : from;
  const last = validTo !== null && validTo < to ? validTo : to;
  if (first > last) return undefined;
  const days = daysBetween(from, to) + 1;
  return {
    left: (daysBetween(from, first) / days) * 100,
    width: ((daysBetween(first, last) + 1) / days) * 100,
  };
}

/** The days of one period within the stretch that none of the others covers, in order. */
export function gapsOf(
  stretch: Stretch,
  whole: Validity,
  covered: readonly Validity[],
): readonly Stretch[] {
  const first = whole.validFrom > stretch.from ? whole.validFrom : stretch.from;
  const last = whole.validTo !== null && whole.validTo < stretch.to ? whole.validTo : stretch.to;
  const gaps: Stretch[] = [];
  let next = first;
  for (const { validFrom, validTo } of byDay(covered)) {
    if (next > last) return gaps;
    if (validFrom > next) {
      const end = dayFrom(validFrom, -1);
      gaps.push({ from: next, to: end < last ? end : last });
    }
    if (validTo === null) return gaps;
    if (validTo >= next) next = dayFrom(validTo, 1);
  }
  if (next <= last) gaps.push({ from: next, to: last });
  return gaps;
}

/** The first that has a day in common with it. */
export function overlapping<T extends Validity>(
  { validFrom, validTo }: Validity,
  others: readonly T[],
): T | undefined {
  return byDay(others).find(
    (other) =>
      (validTo === null || other.validFrom <= validTo) &&
      (other.validTo === null || other.validTo >= validFrom),
  );
}

export function byDay<T extends Validity>(values: readonly T[]): readonly T[] {
  return values.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
}
