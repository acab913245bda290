// The raising coefficient K: who has no working meter although one could stand pays more than the norm.
import type { Period } from '../../calendar/period.ts';
import { fraction, multiply, type Fraction } from '../../money/fraction.ts';

/** K on the days of its period, in hundredths. */
export type Coefficient = Period & { readonly valueE2: bigint };

const day = (year: number, month: number, dayOfMonth: number): Temporal.PlainDate =>
  new Temporal.PlainDate(year, month, dayOfMonth);

const SINCE_2017: Coefficient = { valueE2: 150n, validFrom: day(2017, 1, 1), validTo: null };
const COLD_WATER: readonly Coefficient[] = [
  { ...SINCE_2017, validTo: day(2025, 12, 5) },
  { valueE2: 300n, validFrom: day(2025, 12, 6), validTo: null },
];

/** By the catalogue's code of a service; what is not here, such as heating, gas and waste, knows no K. */
const COEFFICIENTS: Readonly<Record<string, readonly Coefficient[]>> = {
  'cold-water': COLD_WATER,
  'hot-water': [SINCE_2017],
  'hot-water-two-component': [SINCE_2017],
  electricity: [SINCE_2017],
  'electricity-day': [SINCE_2017],
  'electricity-night': [SINCE_2017],
};

/**
 * The values of K of a service; none where the law knows no K. Before 2017 K stood inside the norms.
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formulas 4(1) and 23(1), p. 42, 60; cold water in the
 * edition of Decree 1871 of 2025-11-25, in force from 2025-12-06.
 */
export function coefficientsOf(serviceCode: string): readonly Coefficient[] {
  return COEFFICIENTS[serviceCode] ?? [];
}

/**
 * What K adds to a volume by norm: volume × (K − 1), a line of its own.
 * @returns the service's unit
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formula 4(1), and p. 69 (the excess is shown apart).
 */
export function excessVolume(byNorm: Fraction, coefficientE2: bigint): Fraction {
  return multiply(byNorm, fraction(coefficientE2 - 100n, 100n));
}
