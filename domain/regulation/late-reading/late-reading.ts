// A reading that arrives after months charged by estimates: only what has not been charged yet is charged now.
import { fraction, isNegative, subtract, type Fraction } from '../../money/fraction.ts';

export type LateReading = {
  /** For this month; never below zero. */
  readonly own: Fraction;
  /** What was overcharged, zero or below: a recalculation line of this month. */
  readonly recalculated: Fraction;
};

/**
 * The volume counted since the last reading, less what estimates have charged in between, is charged in the month in which the
 * reading arrives. If the estimates were higher, this month's volume is zero and the difference is given back.
 * @param metered the volume since the last reading, in the service's unit
 * @param estimated the volume charged since then, in the same unit
 * Source: Government Decree 354 of 2011-05-06, p. 61 (the difference is charged, or counts towards later payments).
 */
export function lateReading(metered: Fraction, estimated: Fraction): LateReading {
  const rest = subtract(metered, estimated);
  return isNegative(rest)
    ? { own: fraction(0n), recalculated: rest }
    : { own: rest, recalculated: fraction(0n) };
}
