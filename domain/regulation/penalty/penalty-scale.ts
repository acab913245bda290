// The part of the rate charged for a day of delay, by the day's number: law as dated data. A changed scale is a new constant next
// to the old one, named by the day it came into force.

import type { BillingMonth } from '../../calendar/billing-month.ts';
import type { Fraction } from '../../money/fraction.ts';
import { fraction } from '../../money/fraction.ts';

/** From this overdue day on (day 1 is the day after the due date), each day costs this fraction of the rate. */
export type PenaltyStep = { readonly firstOverdueDay: number; readonly fraction: Fraction };

/** Steps in ascending order; the first one starts with overdue day 1. */
export type PenaltyScale = readonly PenaltyStep[];

/**
 * Housing and utilities: nothing for days 1–30, 1/300 of the rate a day for days 31–90, 1/130
 * from day 91.
 * Source: Housing Code art. 155 p. 14 (Decree 354 p. 159 refers to it), edition of Federal Law
 * 307-FZ of 2015-11-03, in force since 2016-01-01.
 */
export const UTILITIES_SCALE: PenaltyScale = [
  { firstOverdueDay: 1, fraction: fraction(0n) },
  { firstOverdueDay: 31, fraction: fraction(1n, 300n) },
  { firstOverdueDay: 91, fraction: fraction(1n, 130n) },
];

/**
 * Contributions for major repairs (взносы на капитальный ремонт): nothing for days 1–30, then
 * 1/300 of the rate a day without end.
 * Source: Housing Code art. 155 p. 14.1, current edition.
 */
export const MAJOR_REPAIRS_SCALE: PenaltyScale = [
  { firstOverdueDay: 1, fraction: fraction(0n) },
  { firstOverdueDay: 31, fraction: fraction(1n, 300n) },
];

/**
 * The first month whose charges fell due, and so were overdue, under these scales: each day of older debts cost 1/300 of the
 * refinancing rate, which is not computed here.
 * Source: Federal Law 307-FZ of 2015-11-03, art. 9.
 */
export const FIRST_MONTH_OF_SCALES: BillingMonth = Temporal.PlainYearMonth.from('2015-12');

/** A step with its last day, and its fraction over the denominator of the whole scale. */
export type CountedStep = PenaltyStep & {
  /** Infinite for the last step. */
  readonly lastOverdueDay: number;
  readonly numerator: bigint;
};

/** A scale prepared for computing the penalties of many debts. */
export type CountedScale = { readonly steps: readonly CountedStep[]; readonly denominator: bigint };

export function countScale(scale: PenaltyScale): CountedScale {
  const denominator = scale.reduce(
    (all, step) => leastMultiple(all, step.fraction.denominator),
    1n,
  );
  const steps = scale.map((step, index) => ({
    ...step,
    lastOverdueDay: (scale[index + 1]?.firstOverdueDay ?? Number.POSITIVE_INFINITY) - 1,
    numerator: (step.fraction.numerator * denominator) / step.fraction.denominator,
  }));
  return { steps, denominator };
}

/**
 * The step that the overdue day belongs to.
 * @throws RangeError when no step covers the day, as for day 0.
 */
export function stepOn({ steps }: CountedScale, overdueDay: number): CountedStep {
  const step = steps.findLast(({ firstOverdueDay }) => firstOverdueDay <= overdueDay);
  if (step === undefined) {
    throw new RangeError(`the penalty scale has no step for overdue day ${overdueDay}`);
  }
  return step;
}

function leastMultiple(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return (a / larger) * b;
}
