// Heating of a house with a house-wide heat meter and no individual ones.
import { roundHalfUp, type Fraction } from '../../money/fraction.ts';
import { shareOut } from '../../money/share-out.ts';
import { sumOf } from '../../money/sums.ts';

/**
 * Shares out the house's consumption by area, V × S_i / S_total, so that the parts sum to it exactly.
 * @param houseVolume gigacalories by the house-wide meter
 * @param weights area × share × days of each account, in the same unit
 * @param wholeWeight the same for the whole house, at least the sum of the weights; the part of rooms without an account is
 *   charged to nobody
 * @returns units of 10^-precision
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formula 3 (p. 42(1)), simplified: all rooms are heated.
 */
export function shareHeating(
  houseVolume: Fraction,
  precision: number,
  weights: readonly bigint[],
  wholeWeight: bigint,
): bigint[] {
  const unaccounted = wholeWeight - sumOf(weights);
  if (unaccounted < 0n) throw new RangeError('the accounts hold more area than the house');
  const whole = roundHalfUp(houseVolume, precision);
  return shareOut(whole, [...weights, unaccounted]).slice(0, weights.length);
}

export type BesideBoilers = {
  /** Area × share × days on which the house heats the room, for each account, in the same unit. */
  readonly heated: readonly bigint[];
  /** Area × share × all days, for each account. */
  readonly all: readonly bigint[];
  /** The same for the whole house, including rooms without an account. */
  readonly whole: bigint;
  /** The same for the common rooms. */
  readonly common: bigint;
};

/**
 * The same for a house in which some rooms heat themselves: the volume per square metre is the same for heated and for common
 * rooms, and the common rooms' part is shared by the area of all rooms. A room that heats itself has an own volume of 0 and bears
 * its part of the common one. The part of rooms without an account is charged to nobody.
 * @returns units of 10^-precision, for each account for its own room and for the common rooms
 * @throws RangeError when nothing is heated
 * Source: Government Decree 354 of 2011-05-06, p. 42(1), appendix 2, formula 3 in the edition of Decree 1708 of 2018-12-28.
 */
export function shareHeatingBesideBoilers(
  houseVolume: Fraction,
  precision: number,
  { heated, all, whole, common }: BesideBoilers,
): { readonly own: readonly bigint[]; readonly common: readonly bigint[] } {
  const accounts = sumOf(all);
  const ofAccounts = sumOf(heated);
  const vacant = whole - accounts;
  if (whole <= 0n || vacant < 0n || ofAccounts + vacant + common <= 0n)
    throw new RangeError('the house heats nothing');
  const units = roundHalfUp(houseVolume, precision);
  const shares = shareOut(units, [
    ...heated.map((weight) => weight * whole),
    ...all.map((weight) => weight * common),
    vacant * whole,
    vacant * common,
  ]);
  return { own: shares.slice(0, all.length), common: shares.slice(all.length, 2 * all.length) };
}
