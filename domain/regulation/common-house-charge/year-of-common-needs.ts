// Common-house needs charged equally in every month and recalculated to the house-wide meter once a year.
import { fraction, isNegative, roundHalfUp } from '../../money/fraction.ts';
import { sumOf } from '../../money/sums.ts';

const MONTHS = 12n;
const PLACES_OF_YEAR = 6;

/**
 * The mean month of the year before, in units of the service's precision; zero if the rooms used more than the house.
 * @param yearE6 the house's common consumption in that year, in millionths
 * Source: Housing Code, art. 156 p. 9.2 (2) a; Government Decree 491 of 2006-08-13, p. 29(2) (edition of Decree 92).
 */
export function meanMonth(yearE6: bigint, precision: number): bigint {
  const mean = fraction(yearE6, MONTHS * 10n ** BigInt(PLACES_OF_YEAR));
  return isNegative(mean) ? 0n : roundHalfUp(mean, precision);
}

/**
 * The final volume of a year, in units of the service's precision: the sum of its months, including negative ones, or zero if the
 * rooms used more than the house in the whole year.
 * Source: Housing Code, art. 156 p. 9.2; Government Decree 491 of 2006-08-13, p. 29(2), 29(3) (edition of Decree 92).
 */
export function yearOfCommonNeeds(months: readonly bigint[]): bigint {
  const sum = sumOf(months);
  return sum < 0n ? 0n : sum;
}

/**
 * Whether a recalculation has to be offered in instalments: if it is more than a quarter of what was charged for the year.
 * Source: Government Decree 354 of 2011-05-06, p. 72.
 */
export function isInstalmentOffered(amountKopecks: bigint, chargedKopecks: bigint): boolean {
  return amountKopecks > 0n && amountKopecks * 4n > chargedKopecks;
}
