// The penalty for one month's debt of which parts were paid late, on several days.

import { compareDays } from '../../calendar/day.ts';
import { splitDays } from '../../calendar/period.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { Penalty, PenaltyTerms } from './penalty.ts';
import { listPenaltySegments, totalPenalty } from './penalty.ts';

/** A part of the debt that was paid; the debt is lower from the day after `paidOn`. */
export type DebtPayment = {
  readonly paidOn: Temporal.PlainDate;
  readonly amountKopecks: Kopecks;
};

/**
 * The penalty up to the target date on a debt that payments lower; `debtKopecks` is the debt
 * before all of them. The day of a payment still counts on the debt before it, overdue days
 * run on from the due date, and days on which nothing is owed make no segment. Payments made
 * in time lower the debt from the start; those on the target date or later change nothing.
 * Source: Housing Code art. 155 p. 14 ("по день фактической оплаты": each part's penalty runs
 * up to and including the day that part was paid), edition of Federal Law 307-FZ of 2015-11-03.
 * @throws RangeError when a payment is negative or the payments exceed the debt.
 * @throws RateNotFoundError naming the first day whose rate is needed and missing.
 */
export function calculatePenaltyWithPayments(
  terms: PenaltyTerms,
  payments: readonly DebtPayment[],
): Penalty {
  const { debtKopecks, dueDate, targetDate } = terms;
  assertPayable(debtKopecks, payments);
  if (compareDays(targetDate, dueDate) <= 0) return totalPenalty(terms, []);
  const changeDays = payments.map(({ paidOn }) => paidOn.add({ days: 1 }));
  const stretches = splitDays(dueDate.add({ days: 1 }), targetDate, changeDays);
  const segments = stretches.flatMap(({ from, to }) => {
    const owedKopecks = debtKopecks - sumPaidBefore(payments, from);
    return listPenaltySegments({ ...terms, debtKopecks: owedKopecks, targetDate: to }, from);
  });
  return totalPenalty(terms, segments);
}

function sumPaidBefore(payments: readonly DebtPayment[], day: Temporal.PlainDate): Kopecks {
  return payments
    .filter(({ paidOn }) => compareDays(paidOn, day) < 0)
    .reduce((sum, { amountKopecks }) => sum + amountKopecks, 0n);
}

function assertPayable(debtKopecks: Kopecks, payments: readonly DebtPayment[]): void {
  let paidKopecks = 0n;
  for (const { amountKopecks } of payments) {
    if (amountKopecks < 0n) {
      throw new RangeError(`a payment cannot be negative: ${amountKopecks} kopecks`);
    }
    paidKopecks += amountKopecks;
  }
  if (paidKopecks > debtKopecks) {
    throw new RangeError(`payments of ${paidKopecks} kopecks exceed the debt of ${debtKopecks}`);
  }
}
