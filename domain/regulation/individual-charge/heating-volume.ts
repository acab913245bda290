// Heating when neither the house nor the rooms have a heat meter: by area and norm.
import { fraction, fromScaled, multiply, type Fraction } from '../../money/fraction.ts';

export type HeatingByNorm = {
  /** Hundredths of a square metre, multiplied by the account's share. */
  readonly area: Fraction;
  /** Millionths of a gigacalorie per square metre and month. */
  readonly normE6: bigint;
  /** For heating paid evenly over the year: the number of months with a norm. */
  readonly monthsOfYear?: number;
};

/**
 * Area times norm for a month with heating on all its days; if paid over the year, a twelfth of all heated months.
 * @returns gigacalories for a whole month
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formulas 2 and 2(1) (p. 42(1)).
 */
export function heatingVolume({ area, normE6, monthsOfYear }: HeatingByNorm): Fraction {
  const ofHeatedMonth = multiply(area, fromScaled(normE6, 6));
  return monthsOfYear === undefined
    ? ofHeatedMonth
    : multiply(ofHeatedMonth, fraction(BigInt(monthsOfYear), 12n));
}
