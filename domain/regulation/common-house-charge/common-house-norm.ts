// Common-house needs (ODN) by norm: the charge of a house without a house-wide meter, and the limit for one that has it.
import { fromScaled, multiply, roundHalfUp, type Fraction } from '../../money/fraction.ts';

/**
 * The norm of common-house needs times the area of the common property; an account's part is its share of the area of all
 * rooms.
 * @param norm per square metre of common property and month, in the service's unit
 * @returns units of 10^-precision
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formula 15 (p. 44, 48).
 */
export function commonHouseNorm(norm: Fraction, commonAreaE2: bigint, precision: number): bigint {
  return roundHalfUp(multiply(norm, fromScaled(commonAreaE2, 2)), precision);
}

/**
 * The part of a house's common volume charged to its consumers: at most the norm, unless a meeting of owners has decided
 * otherwise. Both in units of 10^-precision.
 * Source: Government Decree 354 of 2011-05-06, p. 44; edition of Decree 1498 of 2016-12-26.
 */
export function limitCommonHouseVolume(volume: bigint, limit: bigint): bigint {
  return volume < limit ? volume : limit;
}
