// Which payments lowered which month's debt and when: the principal of `allocatePayments`, in numbers, for accruals of
// many accounts.

import { lastDayOf, monthOf } from '../../calendar/billing-month.ts';
import type { DayNumber } from '../../calendar/day-number.ts';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import { payDebts } from '../payment-allocation/pay-debts.ts';
import type { ChargedMonth, Lowered, MonthPayment } from './month-kinds.ts';

export type UnpaidMonth = Omit<ChargedMonth, 'payments'>;

/** Or what lowers a debt without being paid. */
export type PrincipalPayment = {
  readonly paidOn: DayNumber;
  /** The month that the payer has named, or whose debt is lowered first. */
  readonly named: DayNumber | null;
  readonly amountKopecks: Kopecks;
  /** Undefined of a payment. */
  readonly lowers?: Lowered | undefined;
};

/**
 * The months with what was paid of each. A month that gave back more than it charged is money of its last day, before
 * the payments of that day.
 * @param months in order
 * @param payments in order of days, of one day reductions first and then payments in the order of their ids
 */
export function payMonths(
  months: readonly UnpaidMonth[],
  payments: readonly PrincipalPayment[],
): readonly ChargedMonth[] {
  const debts = months.map((month) => ({
    month,
    leftKopecks: owedOf(month) > 0n ? owedOf(month) : 0n,
    payments: [] as MonthPayment[],
  }));
  const money = withGivenBack(months, payments);
  for (const { paidOn, named, amountKopecks, lowers } of money) {
    const first = named === null ? undefined : debts.find(({ month }) => month.month === named);
    for (const [debt, partKopecks] of payDebts(debts, first, amountKopecks))
      debt?.payments.push({
        paidOn,
        amountKopecks: partKopecks,
        ...(lowers === undefined ? {} : { lowers }),
      });
  }
  return debts.map(toCharged);
}

function toCharged({
  month,
  payments,
}: {
  readonly month: UnpaidMonth;
  readonly payments: readonly MonthPayment[];
}): ChargedMonth {
  return { ...month, payments };
}

function owedOf({ utilitiesKopecks, majorRepairsKopecks, courtFeesKopecks }: UnpaidMonth): Kopecks {
  return utilitiesKopecks + majorRepairsKopecks + courtFeesKopecks;
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
