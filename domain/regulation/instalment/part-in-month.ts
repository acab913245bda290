// What the payment document of a month asks of an instalment plan, and what it leaves to later months.

import type { DayNumber } from '../../calendar/day-number.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import { progressOf, type InstalmentPlan, type PrincipalBooks } from './plan-progress.ts';

export type PartInMonth = {
  /** Of the plan's principal: what has to be paid with the month's charges. Zero where it is paid ahead. */
  readonly partKopecks: Kopecks;
  /** Of the plan's principal: what is left to the parts of later months. */
  readonly notDueKopecks: Kopecks;
};

/**
 * Whoever pays what the document asks keeps the plan, and is asked for nothing that is not due. Undefined of a plan that is over:
 * what is left of one that was missed or cancelled is asked for as any debt.
 * Source: Decree 354 Rules p. 72; Order 43/pr of 2018-01-26 of the Ministry of Construction, section 5 of the form.
 * @param books as they stand at the end of the month, with its charges
 * @param month its last day, and how many parts are due with its charges or were before
 */
export function partInMonth(
  plan: InstalmentPlan,
  books: PrincipalBooks,
  { lastDay, parts }: { readonly lastDay: DayNumber; readonly parts: number },
): PartInMonth | undefined {
  const { state, paidKopecks } = progressOf(plan, books, lastDay);
  if (state !== 'active') return undefined;
  const leftKopecks = plan.amountKopecks - paidKopecks;
  const laterKopecks = plan.parts
    .slice(parts)
    .reduce((sum, { principalKopecks }) => sum + principalKopecks, 0n);
  const notDueKopecks = laterKopecks < leftKopecks ? laterKopecks : leftKopecks;
  return { partKopecks: leftKopecks - notDueKopecks, notDueKopecks };
}
