// Heating of a house that has a house-wide heat meter and no individual ones.
import { roundHalfUp, type Fraction } from '../../money/fraction.ts';
import { shareOut } from '../../money/share-out.ts';

/**
 * What the house has drawn, shared out by area, V × S_i / S_total, so that the parts give it back exactly.
 * @param houseVolume gigacalories by the house-wide meter
 * @param weights area × share × days of each account, in one unit
 * @param wholeWeight the same of the whole house, at least the sum of the weights; what rooms without an account would
 *   bear is charged to nobody
 * @returns units of 10^-precision
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formula 3 (p. 42(1)), simplified: all rooms are heated.
 */
export function shareHeating(
  houseVolume: Fraction,
  precision: number,
  weights: readonly bigint[],
  wholeWeight: bigint,
): bigint[] {
  const unaccounted = wholeWeight - weights.reduce((total, weight) => total + weight, 0n);
  if (unaccounted < 0n) throw new RangeError('the accounts hold more area than the house');
  const whole = roundHalfUp(houseVolume, precision);
  return shareOut(whole, [...weights, unaccounted]).slice(0, weights.length);
}
