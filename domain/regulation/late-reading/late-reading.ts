// A reading that arrives after months which were charged by estimates: only what was not charged yet is charged now.
import { fraction, isNegative, subtract, type Fraction } from '../../money/fraction.ts';

export type LateReading = {
  /** Of this month; never below zero. */
  readonly own: Fraction;
  /** What was charged too much, zero or below: a recalculation line of this month. */
  readonly recalculated: Fraction;
};

/**
 * What the meter has counted since its last reading, less what estimates have charged in between, falls into the
 * month in which the reading arrives. When the estimates were higher, nothing was drawn this month and the difference
 * is given back.
 * @param metered since the last reading, and @param estimated charged since then, in the service's unit
 * Source: Government Decree 354 of 2011-05-06, p. 61 (the difference is charged, or counts towards later payments).
 */
export function lateReading(metered: Fraction, estimated: Fraction): LateReading {
  const rest = subtract(metered, estimated);
  return isNegative(rest)
    ? { own: fraction(0n), recalculated: rest }
    : { own: rest, recalculated: fraction(0n) };
}
