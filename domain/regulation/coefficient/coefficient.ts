// The coefficient K: without a working meter where one could be installed, more than the norm is charged. Which services have it,
// since when and how much, is stated in the catalogue.
import type { Period } from '../../calendar/period.ts';
import { fraction, multiply, type Fraction } from '../../money/fraction.ts';

/** K on the days of its period, in hundredths. Before 2017 it was included in the norms. */
export type Coefficient = Period & { readonly valueE2: bigint };

/**
 * What K adds to a volume by norm: volume × (K − 1), charged as a separate line.
 * @returns volume in the service's unit
 * Source: Government Decree 354 of 2011-05-06, p. 42, 60, appendix 2, formulas 4(1) and 23(1), cold water in the edition of
 * Decree 1871 of 2025-11-25; p. 69 (the excess is shown separately).
 */
export function excessVolume(byNorm: Fraction, coefficientE2: bigint): Fraction {
  return multiply(byNorm, fraction(coefficientE2 - 100n, 100n));
}
