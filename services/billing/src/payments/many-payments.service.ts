// Books payments of many accounts at once, and takes them back, in a transaction of somebody else's.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { SplitPayment } from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import { splitPayment } from '@kvartplata/domain/regulation/payment-allocation/split-payment.ts';
import type {
  AccountPlace,
  LockedBalance,
} from '../account-balances/account-balances.repository.ts';
import { assertAdvance, lockAccounts } from '../account-balances/account-balances.service.ts';
import { bookStornos } from '../ledger/ledger.service.ts';
import type { Trx } from '../tables.ts';
import { formatFirstDay } from './allocation-columns.ts';
import type { AllocationCause } from './allocations.repository.ts';
import { planPayments, reallocate, type AccountToPay } from './allocations.service.ts';
import { drawDocuments, findOpenMonth, insertPayments } from './payments.repository.ts';

/** The account is there, the amount above zero, the day is not in the future: whoever asks has seen to it. */
export type PaymentOfAccount = {
  readonly place: AccountPlace;
  readonly amountKopecks: Kopecks;
  readonly paidOn: Temporal.PlainDate;
  readonly period: BillingMonth | null;
  readonly source: string;
  /** Told, and not claimed: the same one may be booked again. */
  readonly reference: string | null;
};

/** When and whose: all accounts belong to the organization. */
export type Booking = { readonly organizationId: number; readonly today: Temporal.PlainDate };

/**
 * Returns the ids of the payments, in their order. Whoever books in several calls names the accounts in the order of
 * house and account, in which they are locked.
 * @throws Refusal conflict
 */
export async function bookPayments(
  trx: Trx,
  { organizationId, today }: Booking,
  payments: readonly PaymentOfAccount[],
): Promise<readonly number[]> {
  const { openMonth, ids } = await drawDocuments(trx, {
    organizationId,
    today: formatDay(today),
    count: payments.length,
  });
  const given = payments.map((payment, nth) => ({ ...payment, id: ids[nth] ?? 0 }));
  const ofAccount = Map.groupBy(given, ({ place }) => keyOf(place));
  const locked = await lockAccounts(trx, distinctPlaces(payments));
  const accounts = locked.map((account): AccountToPay & { readonly left: Left } => {
    const { splits, left } = splitAll(ofAccount.get(keyOf(account)) ?? [], account);
    assertAdvance(left.principalKopecks);
    return { place: account, locked: account, payments: splits, left };
  });
  const plans = await planPayments(trx, accounts);
  const splitOf = new Map(
    accounts.flatMap((account) => account.payments).map((split) => [split.id, split]),
  );
  await insertPayments(
    trx,
    given.map(({ id, place, amountKopecks, paidOn, period, source, reference }) => ({
      id,
      place,
      amount: formatKopecks(amountKopecks),
      principalKopecks: splitOf.get(id)?.principalKopecks ?? 0n,
      penaltyKopecks: splitOf.get(id)?.penaltyKopecks ?? 0n,
      paidOn: formatDay(paidOn),
      namedPeriod: formatFirstDay(period),
      bookedIn: openMonth,
      source,
      reference,
    })),
    accounts.map(
      (
        { place, payments: paid, left: { principalKopecks, penaltyKopecks }, locked: before },
        nth,
      ) => ({
        ...place,
        principalKopecks: parseKopecks(before.principal_debt) - principalKopecks,
        penaltyKopecks: parseKopecks(before.penalty_debt) - penaltyKopecks,
        causeId: paid.at(-1)?.id ?? 0,
        plan: plans[nth] ?? noPlan(),
      }),
    ),
    { claimed: false },
  );
  return ids;
}

type Left = { readonly principalKopecks: Kopecks; readonly penaltyKopecks: Kopecks };

/** Each payment in its turn goes to what those before it have left of the debts. */
function splitAll(
  payments: readonly (PaymentOfAccount & { readonly id: number })[],
  locked: LockedBalance,
): { readonly splits: readonly SplitPayment[]; readonly left: Left } {
  let left: Left = {
    principalKopecks: parseKopecks(locked.principal_debt),
    penaltyKopecks: parseKopecks(locked.penalty_debt),
  };
  const splits = payments.map(({ id, amountKopecks, paidOn, period }) => {
    const parts = splitPayment(amountKopecks, left);
    left = {
      principalKopecks: left.principalKopecks - parts.principalKopecks,
      penaltyKopecks: left.penaltyKopecks - parts.penaltyKopecks,
    };
    return { id, paidOn, named: period, ...parts };
  });
  return { splits, left };
}

export type BookedPayment = {
  readonly id: number;
  readonly place: AccountPlace;
  /** The first day of the month of its entries. */
  readonly bookedIn: string;
};

/**
 * Takes payments back; those that were taken back before are passed over. Accounts are named as for `bookPayments`.
 * @returns how many were taken back
 */
export async function reversePayments(
  trx: Trx,
  { organizationId, today }: Booking,
  payments: readonly BookedPayment[],
  { reason, cause }: { readonly reason: string; readonly cause: AllocationCause },
): Promise<number> {
  const period = await findOpenMonth(trx, organizationId, formatDay(today));
  const places = await lockAccounts(trx, distinctPlaces(payments));
  const entries = await bookStornos(
    trx,
    payments.map(({ id, place, bookedIn }) => ({
      ...place,
      documentId: id,
      entryPeriod: bookedIn,
    })),
    { transactionType: 'PAYMENT', period, reason },
  );
  for (const [houseId, ofHouse] of Map.groupBy(places, (place) => place.houseId))
    await reallocate(trx, houseId, ofHouse, cause);
  const firstEntries = new Set(payments.map(({ id }) => `storno:${id}`));
  return entries.filter(({ referenceId }) => firstEntries.has(referenceId)).length;
}

function distinctPlaces(payments: readonly { readonly place: AccountPlace }[]): AccountPlace[] {
  return [...new Map(payments.map(({ place }) => [keyOf(place), place])).values()];
}

function keyOf({ houseId, personalAccountId }: AccountPlace): string {
  return `${houseId} ${personalAccountId}`;
}

function noPlan(): never {
  throw new Error('an account has no plan');
}
