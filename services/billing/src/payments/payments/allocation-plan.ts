// What has to change in the stored allocation of an account, so that it follows from its books again.
import { formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import {
  allocatePayments,
  type Allocated,
  type Allocation,
  type MonthDebt,
  type Reduction,
  type SplitPayment,
} from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';

/** A part that is put on a month (or, without one, kept as an advance); below zero one that is taken back. */
export type AllocationMove = Allocation;

export type AllocationPlan = {
  readonly moves: readonly AllocationMove[];
  /** The principal that is owed after it. */
  readonly openPrincipal: readonly MonthDebt[];
  /** Which part of the payments' principal lies on no debt. */
  readonly advanceKopecks: Kopecks;
  readonly moneyUntil: Temporal.PlainDate | null;
};

/** All that the allocation of an account follows from, and how it is stored now. */
export type AccountBooks = {
  readonly debts: readonly MonthDebt[];
  readonly payments: readonly SplitPayment[];
  readonly reductions: readonly Reduction[];
  readonly stored: readonly Allocation[];
};

export function planAllocation(books: AccountBooks): AllocationPlan {
  const { debts, payments, reductions, stored } = books;
  const allocated = allocatePayments(debts, payments, reductions);
  return {
    moves: movesBetween(stored, allocated.allocations),
    openPrincipal: openPrincipalOf(allocated),
    advanceKopecks: advanceOf(allocated),
    moneyUntil: allocated.lastDay,
  };
}

export function openPrincipalOf({ open }: Allocated): readonly MonthDebt[] {
  return open.filter(({ kind }) => kind === 'principal');
}

export function advanceOf({ allocations }: Allocated): Kopecks {
  return allocations
    .filter(({ kind, month }) => kind === 'principal' && month === null)
    .reduce((sum, { amountKopecks }) => sum + amountKopecks, 0n);
}

/** What is taken back comes first. */
function movesBetween(
  stored: readonly Allocation[],
  wanted: readonly Allocation[],
): readonly AllocationMove[] {
  const moves = new Map<string, AllocationMove>();
  const add = (part: Allocation, sign: bigint): void => {
    const key = `${part.paymentId} ${part.kind} ${part.month === null ? '' : formatBillingMonth(part.month)}`;
    const amountKopecks = (moves.get(key)?.amountKopecks ?? 0n) + sign * part.amountKopecks;
    moves.set(key, { ...part, amountKopecks });
  };
  for (const part of stored) add(part, -1n);
  for (const part of wanted) add(part, 1n);
  const changes = [...moves.values()];
  return [
    ...changes.filter(({ amountKopecks }) => amountKopecks < 0n),
    ...changes.filter(({ amountKopecks }) => amountKopecks > 0n),
  ];
}
