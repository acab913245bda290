// What an account owes on a day, in the parts that a certificate states.
import type { ClaimedMonth } from '@kvartplata/contracts/billing/court-cases.ts';
import { compareMonths, formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { MonthDebt } from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import { dueDateOf } from '@kvartplata/domain/regulation/payment-allocation/limitation.ts';
import type { OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import { setOffPenalty } from '../set-off-penalty.ts';

/** Kopecks. The parts above the advance, less the advance, are the balance. */
export type Settlement = {
  /** Overdue on the day, oldest first. */
  readonly months: readonly Pick<ClaimedMonth, 'period' | 'dueDate' | 'amount'>[];
  readonly overdue: Kopecks;
  /** With the interest of instalment plans that is due. */
  readonly courtFees: Kopecks;
  /** As booked. */
  readonly penalty: Kopecks;
  readonly notDue: Kopecks;
  /** Money that is allocated to no month. */
  readonly advance: Kopecks;
  readonly balance: Kopecks;
  /** What is overdue, with court fees and penalties, less the advance; never below zero. */
  readonly debt: Kopecks;
};

/** What the books say of an account on a day. */
export type Settled = Settlement & {
  /** The day up to which penalties are counted; null without any. */
  readonly penaltyTo: string | null;
  /** The last applied month of the house, `YYYY-MM`; null without any. */
  readonly chargedTo: string | null;
  /** The last month of an instalment plan that is kept, `YYYY-MM`; null without one. */
  readonly planTo: string | null;
};

type Books = {
  readonly openMonths: readonly MonthDebt[];
  readonly advanceKopecks: Kopecks;
  /** By the books; below zero if more was given back than is owed. */
  readonly penaltyKopecks: Kopecks;
  /** The interest of plans that was booked, by month, `YYYY-MM`: it is due with the charges of its month. */
  readonly interest: ReadonlyMap<string, Kopecks>;
};

export function settle(books: Books, rules: OwnRules, asOf: Temporal.PlainDate): Settlement {
  const open = books.openMonths.map(({ month, amountKopecks, courtFeesKopecks = 0n }) => {
    const isDue = compareDays(dueDateOf(month, rules), asOf) < 0;
    const interestKopecks = isDue ? 0n : (books.interest.get(formatBillingMonth(month)) ?? 0n);
    // What is left of a month's fees is taken for its interest: the fees were due when they were booked, and are paid first.
    const notDueKopecks = interestKopecks < courtFeesKopecks ? interestKopecks : courtFeesKopecks;
    return {
      month,
      isDue,
      amountKopecks: amountKopecks - courtFeesKopecks,
      courtFeesKopecks: courtFeesKopecks - notDueKopecks,
      notDueKopecks,
    };
  });
  const unpaid = open
    .filter(({ isDue, amountKopecks }) => isDue && amountKopecks > 0n)
    .toSorted((one, other) => compareMonths(one.month, other.month));
  const overdue = sumBy(unpaid, ({ amountKopecks }) => amountKopecks);
  const courtFees = sumBy(open, ({ courtFeesKopecks }) => courtFeesKopecks);
  const notDue =
    sumBy(open, ({ amountKopecks, notDueKopecks }) => amountKopecks + notDueKopecks) - overdue;
  const { advanceKopecks: advance, penaltyKopecks: penalty } = setOffPenalty(
    books,
    books.penaltyKopecks,
  );
  const debt = overdue + courtFees + penalty - advance;
  return {
    months: unpaid.map(({ month, amountKopecks }) => ({
      period: formatBillingMonth(month),
      dueDate: formatDay(dueDateOf(month, rules)),
      amount: formatKopecks(amountKopecks),
    })),
    overdue,
    courtFees,
    penalty,
    notDue,
    advance,
    balance: debt + notDue,
    debt: debt > 0n ? debt : 0n,
  };
}
