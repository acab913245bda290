// How much of an instalment plan the payment document of a month asks for, and how much it leaves to later months.

import type { DayNumber } from '../../calendar/day-number.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import { sumBy } from '../../money/sums.ts';
import { progressOf, type InstalmentPlan, type PrincipalBooks } from './plan-progress.ts';

export type PartInMonth = {
  /** The plan's principal to be paid with the month's charges. Zero if it is paid ahead. */
  readonly partKopecks: Kopecks;
  /** The plan's principal left to the parts of later months. */
  readonly notDueKopecks: Kopecks;
};

/**
 * Paying what the document asks for keeps the plan, and nothing that is not due is asked for. Undefined for a plan that is over:
 * the rest of a broken or cancelled plan is an ordinary debt.
 * Source: Decree 354 Rules p. 72; Order 43/pr of 2018-01-26 of the Ministry of Construction, section 5 of the form.
 * @param books as of the end of the month, including its charges
 * @param month its last day, and how many parts are due with its charges or earlier
 */
export function partInMonth(
  plan: InstalmentPlan,
  books: PrincipalBooks,
  { lastDay, parts }: { readonly lastDay: DayNumber; readonly parts: number },
): PartInMonth | undefined {
  const { state, paidKopecks } = progressOf(plan, books, lastDay);
  if (state !== 'active') return undefined;
  const leftKopecks = plan.amountKopecks - paidKopecks;
  const laterKopecks = sumBy(plan.parts.slice(parts), ({ principalKopecks }) => principalKopecks);
  const notDueKopecks = laterKopecks < leftKopecks ? laterKopecks : leftKopecks;
  return { partKopecks: leftKopecks - notDueKopecks, notDueKopecks };
}
