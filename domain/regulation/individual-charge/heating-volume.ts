// Heating where neither the house nor the rooms have a heat meter: by area and norm.
import { fraction, fromScaled, multiply, type Fraction } from '../../money/fraction.ts';

export type HeatingByNorm = {
  /** Hundredths of a square metre, the account's share applied. */
  readonly area: Fraction;
  /** Millionths of a gigacalorie per square metre and month. */
  readonly normE6: bigint;
  readonly mode: 'season' | 'whole-year';
  /** Month numbers of the heating season. */
  readonly heatingMonths: readonly number[];
  readonly month: number;
};

/**
 * Area times norm in the months of the season, or spread evenly over the year.
 * @returns gigacalories of a whole month; undefined when this month is outside the season
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formulas 2 and 2(1) (p. 42(1)).
 */
export function heatingVolume({
  area,
  normE6,
  mode,
  heatingMonths,
  month,
}: HeatingByNorm): Fraction | undefined {
  const ofHeatedMonth = multiply(area, fromScaled(normE6, 6));
  if (mode === 'whole-year')
    return multiply(ofHeatedMonth, fraction(BigInt(heatingMonths.length), 12n));
  return heatingMonths.includes(month) ? ofHeatedMonth : undefined;
}
