// Which month's debt each payment has paid.

import type { BillingMonth } from '../../calendar/billing-month.ts';
import { compareMonths, lastDayOf } from '../../calendar/billing-month.ts';
import { compareDays } from '../../calendar/day.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { OpenDebt } from './pay-debts.ts';
import { payDebts } from './pay-debts.ts';

export type DebtKind = 'principal' | 'penalty';

/** What was booked for a month before any payment; below zero when more was given back than charged. */
export type MonthDebt = {
  readonly kind: DebtKind;
  readonly month: BillingMonth;
  readonly amountKopecks: Kopecks;
};

/** A payment as `splitPayment` has split it. */
export type SplitPayment = {
  readonly id: number;
  readonly paidOn: Temporal.PlainDate;
  /** The month that the payer has named. */
  readonly named: BillingMonth | null;
  readonly principalKopecks: Kopecks;
  readonly penaltyKopecks: Kopecks;
};

/** What lowers a debt without being paid, such as a write-off. */
export type Reduction = {
  readonly kind: DebtKind;
  readonly lowersOn: Temporal.PlainDate;
  /** The month whose debt it lowers first. */
  readonly named: BillingMonth;
  /** Above zero. */
  readonly amountKopecks: Kopecks;
};

/** A part of a payment, above zero. */
export type Allocation = {
  readonly paymentId: number;
  readonly kind: DebtKind;
  /** Whose debt it paid; null for an advance. */
  readonly month: BillingMonth | null;
  readonly amountKopecks: Kopecks;
};

export type Allocated = {
  /** Payment by payment in the order of their days, the principal before the penalties. */
  readonly allocations: readonly Allocation[];
  /** What is still owed, oldest month first, the principal before the penalties. */
  readonly open: readonly MonthDebt[];
  /** The last day on which money came in, be it by a month that gave back more than it charged. */
  readonly lastDay: Temporal.PlainDate | null;
};

/** Where money comes from: a payment, or (without an id) a month below zero or a reduction. */
type Money = {
  readonly paymentId: number | null;
  readonly day: Temporal.PlainDate;
  readonly named: BillingMonth | null;
  readonly amountKopecks: Kopecks;
};

type Open = OpenDebt & { readonly month: BillingMonth };

/**
 * Puts payments on debts in the order of their days (payments of one day in the order of their ids): each first on the
 * month that it names, then on the oldest debt; what is left is an advance, and later debts take it in their order.
 * Principal pays principal only, and penalty penalty. A month below zero is money of its last day, and a reduction
 * money of its own, before the payments of that day; where they go is not told.
 * @param debts one a kind and month, in any order
 * @param reductions in any order
 */
export function allocatePayments(
  debts: readonly MonthDebt[],
  payments: readonly SplitPayment[],
  reductions: readonly Reduction[] = [],
): Allocated {
  const principal = allocateKind('principal', debts, payments, reductions);
  const penalty = allocateKind('penalty', debts, payments, reductions);
  const days = [...principal.days, ...penalty.days].toSorted(compareDays);
  return {
    allocations: inOrderOf(payments, [...principal.allocations, ...penalty.allocations]),
    open: [...principal.open, ...penalty.open],
    lastDay: days.at(-1) ?? null,
  };
}

function allocateKind(
  kind: DebtKind,
  debts: readonly MonthDebt[],
  payments: readonly SplitPayment[],
  reductions: readonly Reduction[],
): { allocations: Allocation[]; open: MonthDebt[]; days: Temporal.PlainDate[] } {
  const ofKind = debts
    .filter((debt) => debt.kind === kind)
    .toSorted((a, b) => compareMonths(a.month, b.month));
  const open = ofKind
    .filter(({ amountKopecks }) => amountKopecks > 0n)
    .map(({ month, amountKopecks }): Open => ({ month, leftKopecks: amountKopecks }));
  const money = [
    ...ofKind.flatMap(givenBack),
    ...reductions
      .filter((reduction) => reduction.kind === kind)
      .toSorted(byNamedMonth)
      .map(lowered),
    ...payments.flatMap((payment) => paid(kind, payment)),
  ];
  const allocations: Allocation[] = [];
  for (const source of money.toSorted(byDay)) {
    const named = open.find(({ month }) => source.named?.equals(month) === true);
    for (const [debt, amountKopecks] of payDebts(open, named, source.amountKopecks))
      if (source.paymentId !== null)
        allocations.push({
          paymentId: source.paymentId,
          kind,
          month: debt?.month ?? null,
          amountKopecks,
        });
  }
  return {
    allocations,
    open: open
      .filter(({ leftKopecks }) => leftKopecks > 0n)
      .map(({ month, leftKopecks }) => ({ kind, month, amountKopecks: leftKopecks })),
    days: money.map(({ day }) => day),
  };
}

function givenBack({ month, amountKopecks }: MonthDebt): readonly Money[] {
  if (amountKopecks >= 0n) return [];
  return [{ paymentId: null, day: lastDayOf(month), named: null, amountKopecks: -amountKopecks }];
}

function lowered({ lowersOn, named, amountKopecks }: Reduction): Money {
  return { paymentId: null, day: lowersOn, named, amountKopecks };
}

/** So that those of one day come to the same in whichever order they are told. */
function byNamedMonth(a: Reduction, b: Reduction): number {
  return compareMonths(a.named, b.named);
}

function paid(kind: DebtKind, payment: SplitPayment): readonly Money[] {
  const amountKopecks = kind === 'principal' ? payment.principalKopecks : payment.penaltyKopecks;
  if (amountKopecks === 0n) return [];
  return [{ paymentId: payment.id, day: payment.paidOn, named: payment.named, amountKopecks }];
}

function byDay(a: Money, b: Money): number {
  return compareDays(a.day, b.day) || (a.paymentId ?? 0) - (b.paymentId ?? 0);
}

function inOrderOf(
  payments: readonly SplitPayment[],
  allocations: readonly Allocation[],
): readonly Allocation[] {
  const byPayment = Map.groupBy(allocations, ({ paymentId }) => paymentId);
  return payments
    .toSorted((a, b) => compareDays(a.paidOn, b.paidOn) || a.id - b.id)
    .flatMap(({ id }) => byPayment.get(id) ?? []);
}
