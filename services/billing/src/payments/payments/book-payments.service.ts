// Books and reverses payments of many accounts at once, in the caller's transaction.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import {
  allocatePayments,
  type SplitPayment,
} from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import { splitPayment } from '@kvartplata/domain/regulation/payment-allocation/split-payment.ts';
import type {
  AccountPlace,
  LockedBalance,
} from '../../books/account-balances/account-balances.repository.ts';
import {
  assertAdvance,
  lockAccounts,
} from '../../books/account-balances/account-balances.service.ts';
import { monthsToBookIn } from '../../books/cycles/open-months.service.ts';
import { bookStornos } from '../../books/ledger-entries/ledger-entries.service.ts';
import type { Trx } from '../../tables.ts';
import { formatFirstDay, parseOpenDebts } from './allocation-columns.ts';
import type { AllocationPlan } from './allocation-plan.ts';
import { planPayments, reallocate, type AccountToPay } from './allocations.service.ts';
import { readLimits, type Limitations, type Limits } from './limitation.service.ts';
import {
  drawDocumentIds,
  postPayments,
  type AccountToPost,
  type AllocationCause,
  type NewPayment,
} from './payments.repository.ts';

/** The caller has checked that the account exists, the amount is above zero, and the day is not in the future. */
export type PaymentOfAccount = {
  readonly place: AccountPlace;
  readonly amountKopecks: Kopecks;
  readonly paidOn: Temporal.PlainDate;
  readonly period: BillingMonth | null;
  readonly source: string;
  /** Informational: a payment with the same reference may be booked again. */
  readonly reference: string | null;
};

/** All accounts belong to the organization. */
export type Books = {
  readonly organizationId: number;
  /** The organization's first month; undefined while it has no account that could pay. */
  readonly firstMonth: BillingMonth | undefined;
};

/**
 * Returns the ids of the payments, in order. A caller that books in several calls passes the accounts ordered by house and
 * account, the order in which they are locked.
 * @throws Refusal conflict
 */
export async function bookPayments(
  trx: Trx,
  { organizationId, firstMonth }: Books,
  payments: readonly PaymentOfAccount[],
): Promise<readonly number[]> {
  const ids = await drawPaymentIds(trx, organizationId, payments.length);
  await bookUnderIds(
    trx,
    { organizationId, firstMonth },
    payments.map((payment, nth) => ({ id: ids[nth] ?? 0, payment })),
  );
  return ids;
}

/** Draws ids for payments to be booked. */
export async function drawPaymentIds(
  trx: Trx,
  organizationId: number,
  count: number,
): Promise<readonly number[]> {
  const { rows } = await drawDocumentIds(organizationId, count).execute(trx);
  return rows.map(({ id }) => id);
}

export type GivenPayment = { readonly id: number; readonly payment: PaymentOfAccount };

/**
 * Like `bookPayments`, with ids drawn before.
 * @throws Refusal conflict
 */
export async function bookUnderIds(
  trx: Trx,
  { organizationId, firstMonth }: Books,
  given: readonly GivenPayment[],
): Promise<void> {
  const days = given.map(({ payment }) => formatDay(payment.paidOn));
  const first = formatFirstDay(firstMonth ?? null);
  const monthOf = await monthsToBookIn(trx, organizationId, days, first);
  const { accounts, limitations } = await lockPaid(trx, organizationId, given);
  const plans = await planPayments(trx, organizationId, accounts, limitations);
  const splits = new Map(
    accounts.flatMap((account) => account.payments).map((one) => [one.id, one]),
  );
  const booked = given.map(({ id, payment }) => toNewPayment(payment, splits.get(id), monthOf));
  const ofAccount = Map.groupBy(booked, ({ place }) => keyOf(place));
  await postPayments(
    trx,
    organizationId,
    accounts.map((account, nth) =>
      toPosted(account, ofAccount.get(keyOf(account.place)) ?? [], plans[nth]),
    ),
  );
}

/** Locks the accounts, and returns each with its payments in order. */
async function lockPaid(
  trx: Trx,
  organizationId: number,
  given: readonly GivenPayment[],
): Promise<{
  readonly accounts: readonly AccountToPay[];
  readonly limitations: Limitations;
}> {
  const ofAccount = Map.groupBy(given, ({ payment }) => keyOf(payment.place));
  const locked = await lockAccounts(
    trx,
    organizationId,
    distinctPlaces(given.map(({ payment }) => payment)),
  );
  const paid = locked.map((account) => ({
    place: account,
    balance: account,
    given: ofAccount.get(keyOf(account)) ?? [],
  }));
  const limits = await readLimits(
    trx,
    organizationId,
    paid.map((account) => ({ ...account, days: daysOf(account.given) })),
  );
  const accounts = paid.map((account) => ({
    place: account.place,
    locked: account.balance,
    payments: splitAll(account, limits),
    areNewest: false,
  }));
  return { accounts, limitations: limits.limitations };
}

export function toNewPayment(
  { place, amountKopecks, paidOn, period, source, reference }: PaymentOfAccount,
  split: SplitPayment | undefined,
  monthOf: (day: string) => string,
): NewPayment {
  if (split === undefined) throw new Error('a payment was not split');
  const day = formatDay(paidOn);
  return {
    id: split.id,
    place,
    amount: formatKopecks(amountKopecks),
    principalKopecks: split.principalKopecks,
    penaltyKopecks: split.penaltyKopecks,
    paidOn: day,
    namedPeriod: formatFirstDay(period),
    bookedIn: monthOf(day),
    source,
    reference,
  };
}

function toPosted(
  { place }: AccountToPay,
  payments: readonly NewPayment[],
  plan: AllocationPlan | undefined,
): AccountToPost {
  const last = payments.at(-1);
  if (plan === undefined || last === undefined) throw new Error('an account has no plan');
  return { ...place, payments, plan, cause: { reason: 'payment', causeId: last.id } };
}

function daysOf(given: readonly GivenPayment[]): readonly Temporal.PlainDate[] {
  return given.map(({ payment }) => payment.paidOn);
}

/** A locked account, and what is to be booked on it. */
export type PaidAccount = {
  readonly place: AccountPlace;
  readonly balance: LockedBalance;
  readonly given: readonly GivenPayment[];
};

/**
 * Each payment in turn goes to the debts left by those before it.
 * @throws Refusal conflict
 */
export function splitAll(
  { place, balance, given }: PaidAccount,
  { payable, limitations }: Limits,
): readonly SplitPayment[] {
  const { principalDebt: principal, penaltyDebt: penalty } = balance;
  let [principalKopecks, penaltyKopecks] = [parseKopecks(principal), parseKopecks(penalty)];
  let debts = lazily(() => parseOpenDebts(balance.openDebts));
  const splits = given.map(({ id, payment: { amountKopecks, paidOn, period } }) => {
    const owed = { principalKopecks, penaltyKopecks, debts };
    const money = { paidOn, named: period };
    const split = { id, ...money, ...splitPayment(amountKopecks, payable(place, owed, money)) };
    principalKopecks -= split.principalKopecks;
    penaltyKopecks -= split.penaltyKopecks;
    const before = debts;
    debts = lazily(() => allocatePayments(before(), [split], [], limitations(place.houseId)).open);
    return split;
  });
  assertAdvance(principalKopecks);
  return splits;
}

/** Of most accounts no debt is old enough for its limitation to matter, and nobody asks for the months. */
function lazily<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

export type BookedPayment = {
  readonly id: number;
  readonly place: AccountPlace;
  /** The first day of the month of its entries. */
  readonly bookedIn: string;
};

/**
 * Reverses payments; those already reversed are skipped. Accounts are ordered as for `bookPayments`.
 * @returns how many were reversed
 */
export async function reversePayments(
  trx: Trx,
  organizationId: number,
  payments: readonly BookedPayment[],
  { reason, cause }: { readonly reason: string; readonly cause: AllocationCause },
): Promise<number> {
  const monthOf = await monthsOfStornos(trx, organizationId, payments);
  const places = await lockAccounts(trx, organizationId, distinctPlaces(payments));
  const entries = await bookStornos(
    trx,
    payments.map(({ id, place, bookedIn }) => ({
      houseId: place.houseId,
      personalAccountId: place.personalAccountId,
      documentId: id,
      entryPeriod: bookedIn,
      bookedIn: monthOf(bookedIn),
    })),
    { organizationId, transactionType: 'PAYMENT', reason },
  );
  for (const [houseId, ofHouse] of Map.groupBy(places, (place) => place.houseId))
    await reallocate(trx, { organizationId, houseId }, ofHouse, cause);
  const firstEntries = new Set(payments.map(({ id }) => `storno:${id}`));
  return entries.filter(({ referenceId }) => firstEntries.has(referenceId)).length;
}

/** A storno is booked in the month of the entry it reverses, unless that month is closed. */
async function monthsOfStornos(
  trx: Trx,
  organizationId: number,
  payments: readonly BookedPayment[],
): Promise<(month: string) => string> {
  const months = payments.map(({ bookedIn }) => bookedIn);
  // Each is a month of the organization, so the first of them can be passed as its first month.
  return monthsToBookIn(trx, organizationId, months, months.toSorted()[0] ?? null);
}

function distinctPlaces(payments: readonly { readonly place: AccountPlace }[]): AccountPlace[] {
  return [...new Map(payments.map(({ place }) => [keyOf(place), place])).values()];
}

function keyOf({ houseId, personalAccountId }: AccountPlace): string {
  return `${houseId} ${personalAccountId}`;
}
