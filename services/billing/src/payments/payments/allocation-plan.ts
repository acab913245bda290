// What has to change in the stored allocation of an account to follow from its books again.
import { formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import {
  allocatePayments,
  type Allocated,
  type Allocation,
  type MonthDebt,
  type Reduction,
  type SplitPayment,
} from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import type { Limitation } from '@kvartplata/domain/regulation/payment-allocation/limitation.ts';

type StoredPart = Omit<Allocation, 'isCourtFee' | 'ground'>;

/** A part that is allocated to a month (or, without one, kept as an advance); below zero, one that is taken back. */
export type AllocationMove = StoredPart;

export type AllocationPlan = {
  readonly moves: readonly AllocationMove[];
  /** The principal that is owed afterwards. */
  readonly openPrincipal: readonly MonthDebt[];
  /** The part of it that is court fees. */
  readonly openCourtFeesKopecks: Kopecks;
  /** The part of the payments' principal that is allocated to no debt. */
  readonly advanceKopecks: Kopecks;
  readonly moneyUntil: Temporal.PlainDate | null;
};

/** Everything that the allocation of an account follows from, and how it is stored now. */
export type AccountBooks = {
  readonly debts: readonly MonthDebt[];
  readonly payments: readonly SplitPayment[];
  readonly reductions: readonly Reduction[];
  readonly stored: readonly StoredPart[];
  readonly limitation: Limitation;
};

export function planAllocation(books: AccountBooks): AllocationPlan {
  const { debts, payments, reductions, stored, limitation } = books;
  const allocated = allocatePayments(debts, payments, reductions, limitation);
  const openPrincipal = openPrincipalOf(allocated);
  return {
    moves: movesBetween(stored, allocated.allocations),
    openPrincipal,
    openCourtFeesKopecks: sumBy(openPrincipal, ({ courtFeesKopecks = 0n }) => courtFeesKopecks),
    advanceKopecks: advanceOf(allocated),
    moneyUntil: allocated.lastDay,
  };
}

export function openPrincipalOf({ open }: Allocated): readonly MonthDebt[] {
  return open.filter(({ kind }) => kind === 'principal');
}

export function advanceOf({ allocations }: Allocated): Kopecks {
  return sumBy(
    allocations.filter(({ kind, month }) => kind === 'principal' && month === null),
    ({ amountKopecks }) => amountKopecks,
  );
}

/** Parts that are taken back come first. */
function movesBetween(
  stored: readonly StoredPart[],
  wanted: readonly StoredPart[],
): readonly AllocationMove[] {
  const moves = new Map<string, AllocationMove>();
  const add = ({ paymentId, kind, month, amountKopecks }: StoredPart, sign: bigint): void => {
    const key = `${paymentId} ${kind} ${month === null ? '' : formatBillingMonth(month)}`;
    const before = moves.get(key)?.amountKopecks ?? 0n;
    moves.set(key, { paymentId, kind, month, amountKopecks: before + sign * amountKopecks });
  };
  for (const part of stored) add(part, -1n);
  for (const part of wanted) add(part, 1n);
  const changes = [...moves.values()];
  return [
    ...changes.filter(({ amountKopecks }) => amountKopecks < 0n),
    ...changes.filter(({ amountKopecks }) => amountKopecks > 0n),
  ];
}
