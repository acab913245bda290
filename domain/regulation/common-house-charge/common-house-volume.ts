// Common-house needs (ODN) of a house with a house-wide meter.
import { roundHalfUp, subtract, type Fraction } from '../../money/fraction.ts';
import { shareOut } from '../../money/share-out.ts';
import { sumOf } from '../../money/sums.ts';

export type CommonHouseVolume = {
  /** The volume of the house-wide meter; below zero when a late reading shows less than estimates have charged. */
  readonly houseVolume: Fraction;
  /** All individual volumes of the house, metered or by norm. */
  readonly individualVolumes: Fraction;
  /** Decimal places of a volume of this service. */
  readonly precision: number;
};

/**
 * What the house has used beyond its rooms; below zero if the rooms together used more.
 * @returns units of 10^-precision
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formulas 11–12 (p. 44, 45; edition of Decree 1498).
 */
export function commonHouseVolume({
  houseVolume,
  individualVolumes,
  precision,
}: CommonHouseVolume): bigint {
  return roundHalfUp(subtract(houseVolume, individualVolumes), precision);
}

/**
 * Shares out the common-house volume by area, S_i / S_total, so that the parts sum to it exactly.
 * @param volume units of 10^-precision
 * @param weights area × share × days of each account, in the same unit
 * @param wholeWeight the same for the whole house; the part of rooms without an account is charged to nobody
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formula 10 (p. 44).
 */
export function shareCommonHouseVolume(
  volume: bigint,
  weights: readonly bigint[],
  wholeWeight: bigint,
): bigint[] {
  const unaccounted = wholeWeight - sumOf(weights);
  if (unaccounted < 0n) throw new RangeError('the accounts hold more area than the house');
  return shareOut(volume, [...weights, unaccounted]).slice(0, weights.length);
}
