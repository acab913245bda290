// Heating where neither the house nor the rooms have a heat meter: by area and norm.
import { fraction, fromScaled, multiply, type Fraction } from '../../money/fraction.ts';

export type HeatingByNorm = {
  /** Hundredths of a square metre, the account's share applied. */
  readonly area: Fraction;
  /** Millionths of a gigacalorie per square metre and month. */
  readonly normE6: bigint;
  /** Of heating that is paid evenly over the year: how many months have a norm. */
  readonly monthsOfYear?: number;
};

/**
 * Area times norm of a month that is heated on all its days; paid over the year, the twelfth of all its heated months.
 * @returns gigacalories of a whole month
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formulas 2 and 2(1) (p. 42(1)).
 */
export function heatingVolume({ area, normE6, monthsOfYear }: HeatingByNorm): Fraction {
  const ofHeatedMonth = multiply(area, fromScaled(normE6, 6));
  return monthsOfYear === undefined
    ? ofHeatedMonth
    : multiply(ofHeatedMonth, fraction(BigInt(monthsOfYear), 12n));
}
