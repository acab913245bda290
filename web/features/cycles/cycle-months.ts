// What the list of an organization's cycles says about its months.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { monthFrom } from '../../lib/days.ts';

export type KnownCycle = Pick<BillingCycle, 'year' | 'month' | 'status'>;

const STRIP_MONTHS = 12;

/** The month of a cycle: `2026-11`. */
export function periodOf({ year, month }: Pick<KnownCycle, 'year' | 'month'>): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/**
 * The closed month that closed another one before it, which has no closing of its own: no entry can be booked before a closed
 * month, whether the months there have cycles or not.
 * @returns undefined if the month is open, or closed by itself
 */
export function closedWith(cycles: readonly KnownCycle[], period: string): string | undefined {
  const closed = cycles.filter(({ status }) => status === 'CLOSED').map(periodOf);
  if (closed.includes(period)) return undefined;
  return closed.toSorted().find((month) => month > period);
}

/**
 * The month being worked on: the newest one, or the one after it once that is closed; before the first, the current one.
 * @param cycles newest first
 */
export function workedMonthOf(cycles: readonly KnownCycle[], current: string): string {
  const newest = cycles[0];
  if (newest === undefined) return current;
  return newest.status === 'CLOSED' ? monthFrom(periodOf(newest), 1) : periodOf(newest);
}

/** The month with which reports begin: the last one that is applied, before the first the current one. */
export function lastAppliedMonth(cycles: readonly KnownCycle[], current: string): string {
  const applied = cycles.filter(({ status }) => status !== 'DRAFT').map(periodOf);
  return applied.toSorted().at(-1) ?? current;
}

/** A year of months up to the current or the newest one; up to the shown one if that is not among them. */
export function stripMonths(
  cycles: readonly KnownCycle[],
  shown: string,
  current: string,
): readonly string[] {
  const newest = [...cycles.map(periodOf), current].toSorted().at(-1) ?? current;
  const yearTo = (last: string): readonly string[] =>
    Array.from({ length: STRIP_MONTHS }, (_, index) => monthFrom(last, index + 1 - STRIP_MONTHS));
  const months = yearTo(newest);
  return months.includes(shown) ? months : yearTo(shown);
}
