// Books payments, takes them back, and reads them for a caller.
import type {
  Payment,
  PaymentStatus,
  PaymentWithHistory,
  ReversedPayment,
} from '@kvartplata/contracts/billing/payments.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import {
  compareMonths,
  formatBillingMonth,
  monthOf,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { splitPayment } from '@kvartplata/domain/regulation/payment-allocation/split-payment.ts';
import { changeToInsert, recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount, scopeOf } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import {
  assertAdvance,
  lockAccount,
} from '../../books/account-balances/account-balances.service.ts';
import { withFirstMonth } from '../../books/cycles/open-months.service.ts';
import { bookStorno } from '../../books/ledger-entries/ledger-entries.service.ts';
import type { Trx } from '../../tables.ts';
import { formatFirstDay } from './allocation-columns.ts';
import type { AllocationMove, AllocationPlan } from './allocation-plan.ts';
import { planPayments, reallocate } from './allocations.service.ts';
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

/**
 * Books a payment of an account: its entries, its balance and what it pays, all or nothing.
 * Checked in this order: the day, the account is there, the role, the idempotency key, it is not booked already.
 * @param today the calendar's day
 * @throws Refusal validation-failed, not-found, forbidden, idempotency-key-in-use, idempotency-key-reused,
 * payment-exists, conflict
 */
export async function bookPayment(
  caller: Caller,
  request: PaymentToBook,
  once: Once,
  today: Temporal.PlainDate,
): Promise<Payment> {
  assertPaidOn(request.paidOn, today);
  const place = await requireAccount(caller, request.personalAccountId);
  const findFirstMonth = async () =>
    caller.core.findFirstMonth(place.organizationId, monthOf(request.paidOn), caller.requestId);
  return withFirstMonth(findFirstMonth, async (firstMonth) =>
    inTransaction(caller.db, async (trx) =>
      once(trx, place.organizationId, async () => {
        const { payment, account, at } = await plan(trx, place, request, firstMonth);
        const answer = toBooked(payment, account.plan, at);
        const auditEntry = changeToInsert(caller.actor, {
          action: 'payment.booked',
          object: { type: 'payment', id: payment.id },
          organizationId: place.organizationId,
          after: answer,
        });
        const { organizationId } = place;
        const booked = { organizationId, payments: [payment], accounts: [account] };
        await payments.insertPayments(trx, booked, auditEntry);
        return answer;
      }),
    ),
  );
}

function assertPaidOn(paidOn: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (paidOn.year < FIRST_YEAR)
    throw invalidField('/paidOn', `must not be before ${FIRST_YEAR}-01-01`, {
      code: 'before-day',
      params: { day: `${FIRST_YEAR}-01-01` },
    });
  if (Temporal.PlainDate.compare(paidOn, today) > 0)
    throw invalidField('/paidOn', `must not be after today, ${formatDay(today)}`, {
      code: 'after-today',
    });
}

/** Locks the account and finds where the payment goes. */
async function plan(
  trx: Trx,
  place: AccountPlace,
  request: PaymentToBook,
  firstMonth: string | null,
): Promise<{
  readonly payment: payments.NewPayment;
  readonly account: payments.PaidAccount;
  readonly at: Date;
}> {
  const { paidOn, source = BY_HAND } = request;
  const [period, reference] = [request.period ?? null, request.reference ?? null];
  const locked = await lockAccount(trx, place, { day: formatDay(paidOn), firstMonth });
  const parts = splitPayment(parseKopecks(request.amount), {
    principalKopecks: parseKopecks(locked.principalDebt),
    penaltyKopecks: parseKopecks(locked.penaltyDebt),
  });
  assertAdvance(parseKopecks(locked.principalDebt) - parts.principalKopecks);
  const split = { id: locked.documentId, paidOn, named: period, ...parts };
  const [allocation] = await planPayments(trx, place.organizationId, [
    { place, locked, payments: [split] },
  ]);
  if (allocation === undefined) throw new Error('a payment has no plan');
  const payment = {
    id: locked.documentId,
    place,
    amount: request.amount,
    ...parts,
    paidOn: formatDay(paidOn),
    namedPeriod: formatFirstDay(period),
    bookedIn: locked.bookedIn,
    source,
    reference,
  };
  if (reference !== null && (await payments.isBooked(trx, payment)))
    throw new Refusal('payment-exists');
  const account = { ...place, ...parts, causeId: payment.id, plan: allocation };
  return { payment, account, at: locked.at };
}

/**
 * Takes a payment back: its entries are mirrored, and what it has paid is paid by others or owed again.
 * @throws Refusal not-found, forbidden, idempotency-key-in-use, idempotency-key-reused, already-reversed
 */
export async function reversePayment(
  caller: Caller,
  paymentId: number,
  reason: string,
  once: Once,
): Promise<ReversedPayment> {
  const row = await getOwnRow(caller, paymentId);
  const place = placeOf(row);
  return inTransaction(caller.db, async (trx) =>
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
  return {
    ...toPayment(row),
    allocationHistory: history.map(toHistory),
  };
}

export type PaymentsQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly from?: Temporal.PlainDate | undefined;
  readonly to?: Temporal.PlainDate | undefined;
  readonly status?: PaymentStatus | undefined;
  readonly source?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal not-found for an organization, a house or an account that is not the caller's */
export async function listPaymentsFor(
  caller: Caller,
  query: PaymentsQuery,
): Promise<PageOf<Payment>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [beforeId] = decodeCursor(query.cursor, ['number']) ?? [];
  const scope = await scopeOf(caller, query);
  const rows = await payments.listPayments(caller.db, {
    scope,
    houseId: query.houseId,
    personalAccountId: query.personalAccountId,
    from: query.from?.toString(),
    to: query.to?.toString(),
    status: query.status,
    source: query.source,
    beforeId,
    limit: limit + 1,
  });
  return pageOf(rows, limit, (row) => [row.id], toPayment);
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

function toBooked(payment: payments.NewPayment, { moves }: AllocationPlan, at: Date): Payment {
  const own = moves.filter(({ paymentId }) => paymentId === payment.id).toSorted(byKindAndMonth);
  return {
    id: payment.id,
    houseId: payment.place.houseId,
    personalAccountId: payment.place.personalAccountId,
    amount: payment.amount,
    principalAmount: formatKopecks(payment.principalKopecks),
    penaltyAmount: formatKopecks(payment.penaltyKopecks),
    paidOn: payment.paidOn,
    period: (payment.namedPeriod ?? payment.bookedIn).slice(0, 7),
    reference: payment.reference,
    source: payment.source,
    status: 'BOOKED',
    bookedIn: payment.bookedIn.slice(0, 7),
    createdAt: at.toISOString(),
    allocation: own.map(({ kind, month, amountKopecks }) => ({
      debtKind: kind,
      period: month === null ? null : formatBillingMonth(month),
      amount: formatKopecks(amountKopecks),
    })),
  };
}

/** The principal first, the oldest month first, and the advance last. */
function byKindAndMonth(a: AllocationMove, b: AllocationMove): number {
  if (a.kind !== b.kind) return a.kind === 'principal' ? -1 : 1;
  if (a.month === null || b.month === null) return a.month === null ? 1 : -1;
  return compareMonths(a.month, b.month);
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

function toPayment(row: payments.PaymentRow): Payment {
  return {
    id: row.id,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    amount: row.amount,
    principalAmount: row.principalAmount,
    penaltyAmount: row.penaltyAmount,
    paidOn: row.paidOn,
    period: (row.namedPeriod ?? row.bookedIn).slice(0, 7),
    reference: row.reference,
    source: row.source,
    status: row.isReversed ? 'REVERSED' : 'BOOKED',
    bookedIn: row.bookedIn.slice(0, 7),
    createdAt: row.createdAt.toISOString(),
    allocation: [...row.allocation],
  };
}
