// The part of the rate that a day of delay costs, by the day's number: law as dated data.
// A changed scale is a new constant beside the old one, named by the day it came into force.

import type { Fraction } from '../../money/fraction.ts';
import { fraction } from '../../money/fraction.ts';

/** From this overdue day on (day 1 is the day after the due date), each day costs the fraction. */
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
 * 1/300 of the rate a day for good.
 * Source: Housing Code art. 155 p. 14.1, current edition.
 */
export const MAJOR_REPAIRS_SCALE: PenaltyScale = [
  { firstOverdueDay: 1, fraction: fraction(0n) },
  { firstOverdueDay: 31, fraction: fraction(1n, 300n) },
];

/**
 * The fraction of the rate that the overdue day costs.
 * @throws RangeError when no step covers the day, as for day 0.
 */
export function fractionOn(scale: PenaltyScale, overdueDay: number): Fraction {
  const step = scale.findLast(({ firstOverdueDay }) => firstOverdueDay <= overdueDay);
  if (step === undefined) {
    throw new RangeError(`the penalty scale has no step for overdue day ${overdueDay}`);
  }
  return step.fraction;
}
