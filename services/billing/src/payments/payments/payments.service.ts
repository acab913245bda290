// Books and reverses payments, and reads them for a caller.
import type {
  Payment,
  PaymentStatus,
  PaymentWithHistory,
  ReversedPayment,
} from '@kvartplata/contracts/billing/payments.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import {
  firstDayOf,
  formatBillingMonth,
  monthOf,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { Allocation } from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import { wordsOfGround } from '@kvartplata/domain/regulation/payment-allocation/ground-words.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { type BeforeId, newestPage } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal, tooEarly } from '@kvartplata/platform/http/refusal.ts';
import type { RequestKey } from '@kvartplata/platform/idempotency/held-keys.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../../access/access.service.ts';
import { accountsFound } from '../../access/accounts-found.ts';
import { onlyOne, requireAccount, requireAccountNow, scopeOf } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import { lockAccount } from '../../books/account-balances/account-balances.service.ts';
import { inBooking, withFirstMonth } from '../../books/cycles/open-months.service.ts';
import { bookStorno } from '../../books/ledger-entries/ledger-entries.service.ts';
import { requireNameable } from '../nameable-months.ts';
import { explainPayment, reallocate } from './allocations.service.ts';
import { AccountUnknownError, type PlaceToPay } from './book-together.service.ts';
import type { Booked, PaymentLine } from './payment-line.service.ts';
import * as payments from './payments.repository.ts';

export type PaymentToBook = {
  readonly personalAccountId: number;
  readonly amount: string;
  readonly paidOn: Temporal.PlainDate;
  readonly period?: Temporal.PlainYearMonth | null | undefined;
  readonly reference?: string | null | undefined;
  readonly source?: string | undefined;
};

const BY_HAND = 'manual';
const FIRST_YEAR = 2000;

/** Who books a payment, and the queue where it waits. */
export type Payer = {
  readonly caller: Caller;
  readonly line: PaymentLine;
  /** The request's, if it has one. */
  readonly key: RequestKey | undefined;
  /** The calendar day. */
  readonly today: Temporal.PlainDate;
};

/**
 * Books a payment of an account: its entries, its balance and what it pays, all or nothing.
 * Checked in this order: the day and the named month, the account exists, the role, the second factor, the idempotency key, it is
 * not booked already.
 * @throws Refusal validation-failed, not-found, forbidden, step-up-needed, step-up-by-person, idempotency-key-in-use,
 * idempotency-key-reused, payment-exists, conflict, overloaded
 */
export async function bookPayment(payer: Payer, request: PaymentToBook): Promise<Booked> {
  const { caller, today } = payer;
  assertPaidOn(request.paidOn, today);
  if (request.period) requireNameable(request.period, request.paidOn);
  const { personalAccountId } = request;
  const organizationId =
    (await organizationAtHand(caller, request.amount)) ??
    (await organizationAsked(caller, request));
  try {
    return await bookAt({ organizationId, houseId: undefined, personalAccountId }, payer, request);
  } catch (error) {
    if (!(error instanceof AccountUnknownError)) throw error;
  }
  const place = await requireAccountNow(caller, personalAccountId);
  await caller.requireStepUp(place.organizationId, request.amount);
  return bookAt(place, payer, request);
}

async function organizationAsked(
  caller: Caller,
  { personalAccountId, amount }: PaymentToBook,
): Promise<number> {
  const { organizationId } = await requireAccount(caller, personalAccountId);
  await caller.requireStepUp(organizationId, amount);
  return organizationId;
}

/**
 * The caller's only organization, if they may book this amount there: its books usually know the account, so core need not be
 * queried.
 */
async function organizationAtHand(caller: Caller, amount: string): Promise<number | undefined> {
  const only = onlyOne(caller.ownOrganizations());
  if (only === undefined) return undefined;
  try {
    await caller.requireRole(only);
    await caller.requireStepUp(only, amount);
    return only;
  } catch (error) {
    // An unknown account takes precedence over this refusal.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function bookAt(
  { organizationId, houseId, personalAccountId }: PlaceToPay,
  { caller, line, key }: Payer,
  request: PaymentToBook,
): Promise<Booked> {
  const { paidOn, source = BY_HAND } = request;
  const payment = {
    place: { organizationId, houseId, personalAccountId },
    amountKopecks: parseKopecks(request.amount),
    paidOn,
    period: request.period ?? null,
    source,
    reference: request.reference ?? null,
  };
  const findFirstMonth = async () =>
    caller.core.findFirstMonth(organizationId, monthOf(paidOn), caller.requestId);
  return withFirstMonth(findFirstMonth, async (firstMonth) =>
    line.book(caller.within(organizationId), { payment, actor: caller.actor, key }, firstMonth),
  );
}

function assertPaidOn(paidOn: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (paidOn.year < FIRST_YEAR) throw tooEarly('/paidOn', `${FIRST_YEAR}-01-01`);
  if (Temporal.PlainDate.compare(paidOn, today) > 0)
    throw invalidField('/paidOn', `must not be after today, ${formatDay(today)}`, {
      code: 'after-today',
    });
}

/**
 * Reverses a payment: its entries are mirrored, and the debts it has paid are paid by other payments or owed again.
 * @throws Refusal not-found, forbidden, step-up-needed, step-up-by-person, idempotency-key-in-use, idempotency-key-reused,
 * already-reversed
 */
export async function reversePayment(
  caller: Caller,
  paymentId: number,
  reason: string,
  once: Once,
): Promise<ReversedPayment> {
  const row = await getOwnRow(caller, paymentId);
  const place = placeOf(row);
  await caller.requireStepUp(place.organizationId, row.amount);
  return inBooking(caller.db, async (trx) =>
    once(trx, place.organizationId, async () => {
      const own = { day: row.bookedIn, firstMonth: row.bookedIn };
      const { bookedIn } = await lockAccount(trx, place, own);
      const entries = await bookStorno(
        trx,
        { ...place, documentId: paymentId, entryPeriod: row.bookedIn, bookedIn },
        { organizationId: place.organizationId, transactionType: 'PAYMENT', reason },
      );
      const cause = { reason: 'payment-storno', causeId: paymentId } as const;
      await reallocate(trx, place, [place], cause);
      await recordChange(trx, caller.actor, {
        action: 'payment.reversed',
        object: { type: 'payment', id: paymentId },
        organizationId: place.organizationId,
        before: { status: 'BOOKED' },
        after: { status: 'REVERSED', reason, entries },
      });
      return { ...toPayment(row), status: 'REVERSED', allocation: [], entries: [...entries] };
    }),
  );
}

/** @throws Refusal not-found */
export async function getPayment(caller: Caller, paymentId: number): Promise<PaymentWithHistory> {
  const row = await getOwnRow(caller, paymentId);
  const history = await payments.listAllocationHistory(caller.db, row);
  const explained = row.isReversed ? [] : await explainPayment(caller.db, placeOf(row), paymentId);
  return {
    ...toPayment(row),
    explanation: explained.map(toReasoning),
    allocationHistory: history.map(toHistory),
  };
}

export type PaymentsQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly period?: Temporal.PlainYearMonth | undefined;
  readonly from?: Temporal.PlainDate | undefined;
  readonly to?: Temporal.PlainDate | undefined;
  readonly status?: PaymentStatus | undefined;
  readonly source?: string | undefined;
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal not-found for an organization, a house or an account that the caller may not see */
export async function listPaymentsFor(
  caller: Caller,
  query: PaymentsQuery,
): Promise<PageOf<Payment>> {
  const filter = {
    houseId: query.houseId,
    personalAccountId: query.personalAccountId,
    period: query.period && formatDay(firstDayOf(query.period)),
    from: query.from?.toString(),
    to: query.to?.toString(),
    status: query.status,
    source: query.source,
  };
  const list = async (before: BeforeId) =>
    payments.listPayments(caller.db, {
      scope: await scopeOf(caller, query),
      accountIds: await accountsFound(caller, query),
      ...filter,
      ...before,
    });
  return newestPage(query, list, toPayment);
}

async function getOwnRow(caller: Caller, paymentId: number): Promise<payments.PaymentRow> {
  return caller.getOwn(`payment ${paymentId}`, async () =>
    payments.findPayment(caller.db, caller.ownOrganizations(), paymentId),
  );
}

function placeOf(row: payments.PaymentRow): AccountPlace {
  return {
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    organizationId: row.organizationId,
  };
}

function toHistory(row: payments.HistoryRow): PaymentWithHistory['allocationHistory'][number] {
  return {
    debtKind: row.debtKind,
    period: row.period,
    amount: row.amount,
    reason: row.reason,
    causeId: row.causeId,
    createdAt: row.createdAt.toISOString(),
  };
}

function toReasoning(part: Allocation): PaymentWithHistory['explanation'][number] {
  const { kind, month, amountKopecks, isCourtFee, ground } = part;
  return {
    debtKind: kind,
    period: month === null ? null : formatBillingMonth(month),
    amount: formatKopecks(amountKopecks),
    isCourtFee,
    ground,
    ...wordsOfGround(kind, ground),
  };
}

function toPayment(row: payments.PaymentRow): Payment {
  return {
    id: row.id,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    amount: row.amount,
    principalAmount: row.principalAmount,
    penaltyAmount: row.penaltyAmount,
    paidOn: row.paidOn,
    period: row.bookedIn.slice(0, 7),
    namedPeriod: row.namedPeriod?.slice(0, 7) ?? null,
    reference: row.reference,
    source: row.source,
    status: row.isReversed ? 'REVERSED' : 'BOOKED',
    createdAt: row.createdAt.toISOString(),
    allocation: [...row.allocation],
  };
}
