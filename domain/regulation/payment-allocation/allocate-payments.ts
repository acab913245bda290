// Which months' debts each payment has paid.

import type { BillingMonth } from '../../calendar/billing-month.ts';
import {
  compareMonths,
  firstDayOf,
  formatBillingMonth,
  lastDayOf,
} from '../../calendar/billing-month.ts';
import { compareDays } from '../../calendar/day.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import { sumBy } from '../../money/sums.ts';
import type { Limitation } from './limitation.ts';
import { NO_LIMITATION } from './limitation.ts';
import type { Ground, OpenDebt } from './pay-debts.ts';
import { payDebts } from './pay-debts.ts';

export type DebtKind = 'principal' | 'penalty';

/** What was booked for a month before any payment; below zero if more was given back than charged. */
export type MonthDebt = {
  readonly kind: DebtKind;
  readonly month: BillingMonth;
  readonly amountKopecks: Kopecks;
  /** The part of the principal that is court fees; zero when omitted. */
  readonly courtFeesKopecks?: Kopecks;
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
  /** The month whose debt it paid; null for an advance. */
  readonly month: BillingMonth | null;
  readonly amountKopecks: Kopecks;
  /** Whether it paid the month's court fees. */
  readonly isCourtFee: boolean;
  readonly ground: Ground;
};

export type Allocated = {
  /** Payments in the order of days, for each of them the principal before the penalties. */
  readonly allocations: readonly Allocation[];
  /** What is still owed, oldest month first, the principal before the penalties. */
  readonly open: readonly MonthDebt[];
  /** The last day on which money came in, including money of a month that gave back more than it charged. */
  readonly lastDay: Temporal.PlainDate | null;
};

/** A source of money: a payment, or (without an id) a month below zero or a reduction. */
type Money = {
  readonly paymentId: number | null;
  readonly day: Temporal.PlainDate;
  readonly named: BillingMonth | null;
  readonly amountKopecks: Kopecks;
  /** A month below zero is set off like a payment, a reduction is not. */
  readonly isPaid: boolean;
};

type Open = OpenDebt & { readonly month: BillingMonth };

/**
 * Allocates payments to debts in the order of days (payments of one day in the order of ids), each by `payDebts`; the rest is an
 * advance, which pays later debts in their order. The limitation applies to the principal only: the penalties booked in a month
 * are on the debts of many months. Principal pays only principal, and penalty only penalty. A month below zero counts as money on
 * its last day, and a reduction counts as money too, before the payments of that day; their allocations are not returned.
 * @param debts one per kind and month, in any order
 * @param reductions in any order
 */
export function allocatePayments(
  debts: readonly MonthDebt[],
  payments: readonly SplitPayment[],
  reductions: readonly Reduction[] = [],
  limitation: Limitation = NO_LIMITATION,
): Allocated {
  const principal = allocateKind('principal', { debts, payments, reductions, limitation });
  const penalty = allocateKind('penalty', {
    debts,
    payments,
    reductions,
    limitation: NO_LIMITATION,
  });
  const days = [...principal.days, ...penalty.days].toSorted(compareDays);
  return {
    allocations: inOrderOf(payments, [...principal.allocations, ...penalty.allocations]),
    open: [...principal.open, ...penalty.open],
    lastDay: days.at(-1) ?? null,
  };
}

type Books = {
  readonly debts: readonly MonthDebt[];
  readonly payments: readonly SplitPayment[];
  readonly reductions: readonly Reduction[];
  readonly limitation: Limitation;
};

function allocateKind(
  kind: DebtKind,
  { debts, payments, reductions, limitation }: Books,
): { allocations: Allocation[]; open: MonthDebt[]; days: Temporal.PlainDate[] } {
  const ofKind = debts
    .filter((debt) => debt.kind === kind)
    .toSorted((a, b) => compareMonths(a.month, b.month));
  const open = ofKind.flatMap(toOpen);
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
    const { paymentId, named, day } = source;
    const terms = {
      isPaid: source.isPaid,
      isNamed: ({ month }: Open) => named?.equals(month) === true,
      isFeeKnown: ({ month }: Open) => compareDays(firstDayOf(month), day) <= 0,
      isBarred: ({ month }: Open) => limitation.isBarred(month, day),
    };
    for (const { debt, amountKopecks, ground } of payDebts(open, terms, source.amountKopecks))
      if (paymentId !== null)
        allocations.push({
          paymentId,
          kind,
          month: debt?.month ?? null,
          amountKopecks,
          isCourtFee: debt?.isCourtFee ?? false,
          ground,
        });
  }
  return {
    allocations,
    open: [...Map.groupBy(open, ({ month }) => formatBillingMonth(month)).values()]
      .map((ofMonth) => toDebt(kind, ofMonth))
      .filter(({ amountKopecks }) => amountKopecks > 0n),
    days: money.map(({ day }) => day),
  };
}

/** Splits a month's debt into court fees and the rest. */
function toOpen({ month, amountKopecks, courtFeesKopecks = 0n }: MonthDebt): readonly Open[] {
  const parts = [
    { month, leftKopecks: courtFeesKopecks, isCourtFee: true },
    { month, leftKopecks: amountKopecks - courtFeesKopecks, isCourtFee: false },
  ];
  return parts.filter(({ leftKopecks }) => leftKopecks > 0n);
}

function toDebt(kind: DebtKind, ofMonth: readonly Open[]): MonthDebt {
  const leftOf = (parts: readonly Open[]): Kopecks =>
    sumBy(parts, ({ leftKopecks }) => leftKopecks);
  const courtFeesKopecks = leftOf(ofMonth.filter(({ isCourtFee }) => isCourtFee));
  const { month } = ofMonth[0]!;
  const debt = { kind, month, amountKopecks: leftOf(ofMonth) };
  return courtFeesKopecks === 0n ? debt : { ...debt, courtFeesKopecks };
}

function givenBack({ month, amountKopecks, courtFeesKopecks = 0n }: MonthDebt): readonly Money[] {
  const givenKopecks = courtFeesKopecks - amountKopecks;
  if (givenKopecks <= 0n) return [];
  const day = lastDayOf(month);
  return [{ paymentId: null, day, named: null, amountKopecks: givenKopecks, isPaid: true }];
}

function lowered({ lowersOn, named, amountKopecks }: Reduction): Money {
  return { paymentId: null, day: lowersOn, named, amountKopecks, isPaid: false };
}

/** Makes the result independent of the order in which reductions of one day are given. */
function byNamedMonth(a: Reduction, b: Reduction): number {
  return compareMonths(a.named, b.named);
}

function paid(kind: DebtKind, payment: SplitPayment): readonly Money[] {
  const amountKopecks = kind === 'principal' ? payment.principalKopecks : payment.penaltyKopecks;
  if (amountKopecks === 0n) return [];
  const { id: paymentId, paidOn: day, named } = payment;
  return [{ paymentId, day, named, amountKopecks, isPaid: true }];
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
