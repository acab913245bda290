// Payments in SQL: booked by a function of the schema, and read.
import type { AllocationReason } from '@kvartplata/contracts/billing/payments.ts';
import type { AuditedFields } from '@kvartplata/platform/audit/audit.repository.ts';
import { sql, type RawBuilder } from 'kysely';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { Scope } from '../../access/places.ts';
import type {
  AccountPlace,
  LockedBalance,
} from '../../books/account-balances/account-balances.repository.ts';
import type { MonthToBookIn } from '../../books/cycles/open-months.service.ts';
import type { OrganizationIds } from '../../access/access.service.ts';
import { allOf, ofOrganizations, withinScope } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import { formatFirstDay, toOpenDebts } from './allocation-columns.ts';
import type { AllocationPlan } from './allocation-plan.ts';

/** Why an allocation is made or changed. */
export type AllocationCause = {
  readonly reason: AllocationReason;
  /** The id of the cause, such as a charge, a cycle or a payment import; if omitted, each payment is its own cause. */
  readonly causeId?: number;
};

export type NewPayment = {
  readonly id: number;
  readonly place: AccountPlace;
  readonly amount: string;
  readonly principalKopecks: Kopecks;
  readonly penaltyKopecks: Kopecks;
  readonly paidOn: string;
  /** First days of months: the named month, and the month of booking. */
  readonly namedPeriod: string | null;
  readonly bookedIn: string;
  readonly source: string;
  readonly reference: string | null;
};

/** Ids for documents of an organization that are about to be booked. */
export function drawDocumentIds(
  organizationId: number,
  count: number,
): RawBuilder<{ readonly id: number }> {
  return sql`select /* kept: draw-document-ids */ *
    from app.draw_document_ids(${organizationId}, ${count})
  `;
}

/** An account locked by the transaction: what is booked on it, and the allocation that follows. */
export type AccountToPost = Omit<AccountPlace, 'organizationId'> & {
  readonly payments: readonly NewPayment[];
  readonly plan: AllocationPlan;
  readonly cause: AllocationCause;
};

/**
 * Books payments of an organization's accounts with all that follows; accounts without payments only have their money
 * reallocated.
 */
export async function postPayments(
  trx: Trx,
  organizationId: number,
  accounts: readonly AccountToPost[],
): Promise<void> {
  await paymentsToPost(organizationId, accounts).execute(trx);
}

/**
 * `postPayments` as a statement.
 * @param audited entries of the audit log to write with them
 */
export function paymentsToPost(
  organizationId: number,
  accounts: readonly AccountToPost[],
  audited: readonly AuditedFields[] = [],
): RawBuilder<unknown> {
  const inOrder = accounts.toSorted(
    (one, other) => one.houseId - other.houseId || one.personalAccountId - other.personalAccountId,
  );
  return sql`select /* kept: post-payments */
    app.post_payments(${organizationId}, ${JSON.stringify(inOrder.map(toPosted))}::jsonb,
      ${JSON.stringify(audited)}::jsonb)
  `;
}

function toPosted({ houseId, personalAccountId, payments, plan, cause }: AccountToPost) {
  return {
    house_id: houseId,
    personal_account_id: personalAccountId,
    payments: payments.map((payment) => ({
      id: payment.id,
      amount: payment.amount,
      principal_amount: formatKopecks(payment.principalKopecks),
      penalty_amount: formatKopecks(payment.penaltyKopecks),
      paid_on: payment.paidOn,
      named_period: payment.namedPeriod,
      booked_in: payment.bookedIn,
      source: payment.source,
      reference: payment.reference,
    })),
    moves: plan.moves.map((move) => ({
      payment_id: move.paymentId,
      debt_kind: move.kind,
      period: formatFirstDay(move.month),
      amount: formatKopecks(move.amountKopecks),
      reason: cause.reason,
      cause_id: cause.causeId ?? move.paymentId,
    })),
    open_debts: toOpenDebts(plan.openPrincipal),
    open_court_fees: formatKopecks(plan.openCourtFeesKopecks),
    advance: formatKopecks(plan.advanceKopecks),
    money_until: plan.moneyUntil === null ? null : formatDay(plan.moneyUntil),
  };
}

/** A payment to be booked. */
export type PaymentToHold = Pick<NewPayment, 'source' | 'reference' | 'paidOn' | 'amount'> & {
  readonly personalAccountId: number;
};

/** What is known of payments whose accounts the transaction has now locked. */
export type HeldForPayments = {
  readonly months: readonly MonthToBookIn[];
  readonly balances: readonly (Omit<AccountPlace, 'organizationId'> & LockedBalance)[];
  /** Accounts that have received a payment with the same reference, which is not reversed. */
  readonly repeated: readonly number[];
  /** Ids to book under, one per payment. */
  readonly ids: readonly number[];
  /** The time of the transaction. */
  readonly at: Date;
};

/**
 * Locks everything that payments of an organization's accounts need: months first, then balances.
 * @param payments each account once
 * @param houseIds the accounts' houses, in the same order; null to take them from the books: accounts unknown there are missing
 * from the balances
 * @param firstMonth as in `monthsToBookIn`
 */
export function holdPayments(
  organizationId: number,
  payments: readonly PaymentToHold[],
  houseIds: readonly number[] | null,
  firstMonth: string | null,
): RawBuilder<HeldForPayments> {
  const referenced = payments.filter(({ reference }) => reference !== null).map(toReferenced);
  return sql`select /* kept: hold-payments */ *
    from app.hold_payments(${organizationId}, ${[...new Set(payments.map(({ paidOn }) => paidOn))]}::date[],
      ${firstMonth}::date, ${houseIds}::bigint[],
      ${payments.map(({ personalAccountId }) => personalAccountId)}::bigint[], ${JSON.stringify(referenced)}::jsonb)
  `;
}

function toReferenced({ personalAccountId, source, reference, paidOn, amount }: PaymentToHold) {
  return {
    personal_account_id: personalAccountId,
    source,
    reference,
    paid_on: paidOn,
    amount,
  };
}

export type AllocationRow = {
  readonly debtKind: 'principal' | 'penalty';
  /** `YYYY-MM`; null for an advance. */
  readonly period: string | null;
  readonly amount: string;
};

export type PaymentRow = {
  readonly id: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly organizationId: number;
  readonly amount: string;
  readonly principalAmount: string;
  readonly penaltyAmount: string;
  readonly paidOn: string;
  readonly namedPeriod: string | null;
  readonly bookedIn: string;
  readonly source: string;
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly isReversed: boolean;
  readonly allocation: readonly AllocationRow[];
};

const PAYMENTS = sql`
  select payments.id, payments.house_id, payments.personal_account_id, payments.organization_id, payments.amount,
    payments.principal_amount, payments.penalty_amount, payments.paid_on, payments.named_period, payments.booked_in,
    payments.source, payments.reference, payments.created_at, stornos.entry_id is not null as is_reversed,
    array(
      select json_build_object('debtKind', payment_allocations.debt_kind,
        'period', to_char(payment_allocations.period, 'YYYY-MM'), 'amount', sum(payment_allocations.amount)::text)
      from payment_allocations
      where payment_allocations.organization_id = payments.organization_id
        and payment_allocations.house_id = payments.house_id
        and payment_allocations.personal_account_id = payments.personal_account_id
        and payment_allocations.payment_id = payments.id
      group by payment_allocations.debt_kind, payment_allocations.period
      having sum(payment_allocations.amount) <> 0
      order by payment_allocations.debt_kind desc, payment_allocations.period
    ) as allocation
  from payments
  left join stornos on stornos.organization_id = payments.organization_id and stornos.house_id = payments.house_id
    and stornos.entry_id = payments.id
`;

export async function findPayment(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    ${PAYMENTS} where ${ofOrganizations('payments', organizationIds)} and payments.id = ${id}
  `.execute(db);
  return rows[0];
}

export type PaymentFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  /** Only these. */
  readonly accountIds: readonly number[] | undefined;
  /** The first day of the month of booking. */
  readonly period: string | undefined;
  /** Days of payment, both inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly status: 'BOOKED' | 'REVERSED' | undefined;
  readonly source: string | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. The condition that ids are above 0 lets the planner use the partial index for this list. */
export async function listPayments(db: Db, filter: PaymentFilter): Promise<readonly PaymentRow[]> {
  const { scope, houseId, personalAccountId, accountIds, period, from, to } = filter;
  const { status, source, beforeId, limit } = filter;
  const conditions = allOf([
    withinScope('payments', scope),
    sql`payments.id > 0`,
    houseId === undefined ? undefined : sql`payments.house_id = ${houseId}`,
    personalAccountId === undefined
      ? undefined
      : sql`payments.personal_account_id = ${personalAccountId}`,
    accountIds === undefined
      ? undefined
      : sql`payments.personal_account_id = any(${accountIds}::bigint[])`,
    period === undefined ? undefined : sql`payments.booked_in = ${period}::date`,
    from === undefined ? undefined : sql`payments.paid_on >= ${from}::date`,
    to === undefined ? undefined : sql`payments.paid_on <= ${to}::date`,
    status === undefined
      ? undefined
      : sql`(stornos.entry_id is not null) = ${status === 'REVERSED'}`,
    source === undefined ? undefined : sql`payments.source = ${source}`,
    beforeId === undefined ? undefined : sql`payments.id < ${beforeId}`,
  ]);
  const { rows } = await sql<PaymentRow>`
    ${PAYMENTS}
    where ${conditions}
    order by payments.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}

export type HistoryRow = AllocationRow & {
  readonly reason: AllocationReason;
  readonly causeId: number;
  readonly createdAt: Date;
};

/** All allocations and their reversals, in order. */
export async function listAllocationHistory(
  db: Db,
  { organizationId, houseId, personalAccountId, id }: PaymentRow,
): Promise<readonly HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select payment_allocations.debt_kind, to_char(payment_allocations.period, 'YYYY-MM') as period,
      payment_allocations.amount, payment_allocations.reason, payment_allocations.cause_id,
      payment_allocations.created_at
    from payment_allocations
    where payment_allocations.organization_id = ${organizationId} and payment_allocations.house_id = ${houseId}
      and payment_allocations.personal_account_id = ${personalAccountId}
      and payment_allocations.payment_id = ${id}
    order by payment_allocations.id
  `.execute(db);
  return rows;
}
