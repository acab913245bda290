// The volume by the norm per square metre of a dwelling.
import { fromScaled, multiply, type Fraction } from '../../money/fraction.ts';

/**
 * Area times norm, for example for waste if the region has chosen area instead of persons.
 * @param area in square metres
 * @param normE6 per square metre and month, in millionths of the service's unit
 * @returns the volume of a whole month, in the service's unit
 * Source: Government Decree 354 of 2011-05-06, p. 148(34), appendix 2, formula 9(2).
 */
export function areaNormVolume(area: Fraction, normE6: bigint): Fraction {
  return multiply(area, fromScaled(normE6, 6));
}
