// The schedule of an instalment plan (рассрочка): how much of the debt each month pays, and the interest on the rest.

import { fraction, roundHalfUp } from '../../money/fraction.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import { shareOut } from '../../money/share-out.ts';
import { WHOLE_RATE_E4 } from '../penalty/overdue-debt.ts';

export const FEWEST_MONTHS = 2;
export const MOST_MONTHS = 60;

export type InstalmentTerms = {
  readonly amountKopecks: Kopecks;
  readonly months: number;
  /** Per cent a year × 10^4. */
  readonly interestE4: bigint;
};

export type ScheduledPart = {
  readonly principalKopecks: Kopecks;
  readonly interestKopecks: Kopecks;
  /** The principal left after the part is paid. */
  readonly leftKopecks: Kopecks;
};

/**
 * Equal parts of the debt, with remaining kopecks added one each to the first months, and the interest of each month.
 * Source: Decree 354 Rules p. 72 (equal parts over 12 months, with interest), edition of Decree 763 of 2022-04-28.
 */
export function scheduleOf({
  amountKopecks,
  months,
  interestE4,
}: InstalmentTerms): readonly ScheduledPart[] {
  let leftKopecks = amountKopecks;
  return shareOut(
    amountKopecks,
    Array.from({ length: months }, () => 1n),
  ).map((principalKopecks) => {
    const interestKopecks = interestOfMonth(leftKopecks, interestE4);
    leftKopecks -= principalKopecks;
    return { principalKopecks, interestKopecks, leftKopecks };
  });
}

/** A twelfth of the year's interest on the debt before the month's part is paid, rounded half up to a kopeck. */
export function interestOfMonth(owedKopecks: Kopecks, interestE4: bigint): Kopecks {
  return roundHalfUp(fraction(owedKopecks * interestE4, WHOLE_RATE_E4 * 12n), 0);
}
