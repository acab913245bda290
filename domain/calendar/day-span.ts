// Spans of days in the format of the services' APIs, as texts whose order is that of the calendar.
import { formatDay, parseDay } from './day.ts';

/** `YYYY-MM-DD`, both inclusive; null means no first or no last day. */
export type DaySpan = { readonly from: string | null; readonly to: string | null };

/** The last valid day; an end on this day means no end. */
const LAST_DAY = '2999-12-31';

/** The span from the first to the last day of both; null stands for no days. */
export function hullOf(a: DaySpan | null, b: DaySpan | null): DaySpan | null {
  if (a === null || b === null) return a ?? b;
  return {
    from: a.from === null || b.from === null ? null : earlierOf(a.from, b.from),
    to: a.to === null || b.to === null ? null : laterOf(a.to, b.to),
  };
}

/** From the first to the last day that only one of the two has; null if they are equal. */
export function differenceOf(a: DaySpan, b: DaySpan): DaySpan | null {
  return hullOf(betweenBeginnings(a.from, b.from), betweenEnds(endOf(a), endOf(b)));
}

export function earlierOf(a: string, b: string): string {
  return a < b ? a : b;
}

export function laterOf(a: string, b: string): string {
  return a < b ? b : a;
}

export function dayBefore(day: string): string {
  return formatDay(parseDay(day).subtract({ days: 1 }));
}

function dayAfter(day: string): string {
  return formatDay(parseDay(day).add({ days: 1 }));
}

function endOf({ to }: DaySpan): string | null {
  return to === LAST_DAY ? null : to;
}

function betweenBeginnings(a: string | null, b: string | null): DaySpan | null {
  if (a === b) return null;
  return a === null || b === null
    ? { from: null, to: dayBefore(a ?? b ?? '') }
    : { from: earlierOf(a, b), to: dayBefore(laterOf(a, b)) };
}

function betweenEnds(a: string | null, b: string | null): DaySpan | null {
  if (a === b) return null;
  return a === null || b === null
    ? { from: dayAfter(a ?? b ?? ''), to: null }
    : { from: dayAfter(earlierOf(a, b)), to: laterOf(a, b) };
}
