// Which payments lowered which month's debt and when: the principal part of `allocatePayments` on plain numbers, for the accruals
// of many accounts.

import { lastDayOf, monthOf } from '../../calendar/billing-month.ts';
import type { DayNumber } from '../../calendar/day-number.ts';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { OpenDebt } from '../payment-allocation/pay-debts.ts';
import { payDebts } from '../payment-allocation/pay-debts.ts';
import type { ChargedMonth, Lowered, MonthPayment } from './month-kinds.ts';

export type UnpaidMonth = Omit<ChargedMonth, 'payments'> & {
  /** Court fees, which bear no penalty; never below zero. */
  readonly courtFeesKopecks: Kopecks;
};

/** Whether money received on a day without a named month must not pay a month. */
export type BarredMonths = (month: DayNumber, day: DayNumber) => boolean;

/** A payment of principal, or a reduction such as a write-off. */
export type PrincipalPayment = {
  readonly paidOn: DayNumber;
  /** The month named by the payer, or the month whose debt a reduction lowers first. */
  readonly named: DayNumber | null;
  readonly amountKopecks: Kopecks;
  /** Undefined for a payment. */
  readonly lowers?: Lowered | undefined;
};

type MonthOrFee = OpenDebt & {
  readonly month: UnpaidMonth;
  readonly payments: MonthPayment[];
};

/**
 * The months with the payments for each, court fees aside. A month that gave back more than it charged counts as money on its
 * last day, before the payments of that day.
 * @param months in order
 * @param payments in the order of days; within a day reductions first, then payments in the order of ids
 */
export function payMonths(
  months: readonly UnpaidMonth[],
  payments: readonly PrincipalPayment[],
  isBarred: BarredMonths,
): readonly ChargedMonth[] {
  const open = months.flatMap((month) => {
    const debt = toDebt(month, owedOf(month), false);
    return month.courtFeesKopecks > 0n
      ? [toDebt(month, month.courtFeesKopecks, true), debt]
      : [debt];
  });
  for (const { paidOn, named, amountKopecks, lowers } of withGivenBack(months, payments)) {
    const terms = {
      isPaid: lowers === undefined,
      isNamed: ({ month }: MonthOrFee) => month.month === named,
      isFeeKnown: ({ month }: MonthOrFee) => month.month <= paidOn,
      isBarred: ({ month }: MonthOrFee) => isBarred(month.month, paidOn),
    };
    for (const { debt, amountKopecks: partKopecks } of payDebts(open, terms, amountKopecks))
      debt?.payments.push({
        paidOn,
        amountKopecks: partKopecks,
        ...(lowers === undefined ? {} : { lowers }),
      });
  }
  return open.filter(({ isCourtFee }) => !isCourtFee).map(toCharged);
}

function toDebt(month: UnpaidMonth, owedKopecks: Kopecks, isCourtFee: boolean): MonthOrFee {
  return { month, leftKopecks: owedKopecks > 0n ? owedKopecks : 0n, isCourtFee, payments: [] };
}

function toCharged({ month, payments }: MonthOrFee): ChargedMonth {
  const { courtFeesKopecks: _fees, ...charged } = month;
  return { ...charged, payments };
}

function owedOf({ utilitiesKopecks, majorRepairsKopecks }: UnpaidMonth): Kopecks {
  return utilitiesKopecks + majorRepairsKopecks;
}

function withGivenBack(
  months: readonly UnpaidMonth[],
  payments: readonly PrincipalPayment[],
): readonly PrincipalPayment[] {
  const givenBack = months
    .filter((month) => owedOf(month) < 0n)
    .map((month) => ({
      paidOn: numberOfDay(lastDayOf(monthOf(dayOfNumber(month.month)))),
      named: null,
      amountKopecks: -owedOf(month),
    }));
  if (givenBack.length === 0) return payments;
  return [...givenBack, ...payments].toSorted((a, b) => a.paidOn - b.paidOn);
}
