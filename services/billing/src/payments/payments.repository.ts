// Payments in SQL. They are inserted and read, nothing else: the database refuses the rest.
import { sql, type RawBuilder } from 'kysely';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { Scope } from '../access/access.service.ts';
import type { AccountPlace } from '../account-balances/account-balances.repository.ts';
import { allOf, withinScope } from '../scope.ts';
import type { Db, Trx } from '../tables.ts';
import { formatFirstDay, formatOpenDebts } from './allocation-columns.ts';
import type { AllocationPlan } from './allocation-plan.ts';
import type { AllocationCause } from './allocations.repository.ts';

export type NewPayment = {
  readonly id: number;
  readonly place: AccountPlace;
  readonly amount: string;
  readonly principalKopecks: Kopecks;
  readonly penaltyKopecks: Kopecks;
  readonly paidOn: string;
  /** First days of months: what the payer has named, and where it is booked. */
  readonly namedPeriod: string | null;
  readonly bookedIn: string;
  readonly source: string;
  readonly reference: string | null;
  readonly plan: AllocationPlan;
};

/**
 * Books a payment with all that follows from it in one statement: its reference, an entry for each kind of debt that
 * it pays, where it lies, the balance, which the transaction has locked, and what the audit log says of it. The first
 * entry has the payment's id.
 */
export async function insertPayment(
  trx: Trx,
  payment: NewPayment,
  auditEntry: RawBuilder<unknown>,
): Promise<void> {
  const { id, bookedIn, paidOn, source, reference } = payment;
  const { houseId, personalAccountId, organizationId } = payment.place;
  const { moves, openPrincipal, advanceKopecks, moneyUntil } = payment.plan;
  const principal = formatKopecks(payment.principalKopecks);
  const penalty = formatKopecks(payment.penaltyKopecks);
  await sql`/* kept: insert-payment */
    with place (house_id, personal_account_id, organization_id, id, booked_in, paid_on, principal, penalty) as (
      values (${houseId}::bigint, ${personalAccountId}::bigint, ${organizationId}::bigint, ${id}::bigint,
        ${bookedIn}::date, ${paidOn}::date, ${principal}::numeric, ${penalty}::numeric)
    ),
    payment as (
      insert into payments (house_id, id, personal_account_id, organization_id, amount, principal_amount,
        penalty_amount, paid_on, named_period, booked_in, source, reference)
      select place.house_id, place.id, place.personal_account_id, place.organization_id, ${payment.amount}::numeric,
        place.principal, place.penalty, place.paid_on, ${payment.namedPeriod}::date, place.booked_in, ${source},
        ${reference}
      from place
    ),
    reference as (
      insert into payment_references (organization_id, source, reference, house_id, payment_id)
      select place.organization_id, ${source}, ${reference}::text, place.house_id, place.id
      from place
      where ${reference}::text is not null
    ),
    entries as (
      insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
        debt_kind, debit, credit, document_id, effective_on)
      select place.house_id, place.personal_account_id,
        case when parts.is_first then place.id else nextval('document_ids') end, place.booked_in,
        place.organization_id, 'PAYMENT', parts.debt_kind, 0, parts.amount, place.id, place.paid_on
      from place
      cross join lateral (
        values ('principal', place.principal, true), ('penalty', place.penalty, place.principal = 0)
      ) as parts (debt_kind, amount, is_first)
      where parts.amount > 0
    ),
    moves as (
      insert into payment_allocations (house_id, personal_account_id, id, organization_id, payment_id, debt_kind,
        period, amount, reason, cause_id)
      select place.house_id, place.personal_account_id, nextval('document_ids'), place.organization_id,
        moves.payment_id, moves.debt_kind, moves.period, moves.amount, 'payment', place.id
      from place, unnest(
        ${moves.map(({ paymentId }) => paymentId)}::bigint[],
        ${moves.map(({ kind }) => kind)}::text[],
        ${moves.map(({ month }) => formatFirstDay(month))}::date[],
        ${moves.map(({ amountKopecks }) => formatKopecks(amountKopecks))}::numeric[]
      ) as moves (payment_id, debt_kind, period, amount)
    ),
    balance as (
      update account_balances
      set principal_debt = account_balances.principal_debt - place.principal,
        penalty_debt = account_balances.penalty_debt - place.penalty,
        open_debts = ${formatOpenDebts(openPrincipal)}::jsonb, advance = ${formatKopecks(advanceKopecks)}::numeric,
        money_until = ${moneyUntil === null ? null : formatDay(moneyUntil)}::date, last_updated_at = now()
      from place
      where account_balances.house_id = place.house_id
        and account_balances.personal_account_id = place.personal_account_id
    )
    ${auditEntry}
  `.execute(trx);
}

export type AllocationRow = {
  readonly debtKind: 'principal' | 'penalty';
  /** `YYYY-MM`; null for an advance. */
  readonly period: string | null;
  readonly amount: string;
};

export type PaymentRow = {
  readonly id: number;
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly organization_id: number;
  readonly amount: string;
  readonly principal_amount: string;
  readonly penalty_amount: string;
  readonly paid_on: string;
  readonly named_period: string | null;
  readonly booked_in: string;
  readonly source: string;
  readonly reference: string | null;
  readonly created_at: Date;
  readonly is_reversed: boolean;
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
      where payment_allocations.house_id = payments.house_id
        and payment_allocations.personal_account_id = payments.personal_account_id
        and payment_allocations.payment_id = payments.id
      group by payment_allocations.debt_kind, payment_allocations.period
      having sum(payment_allocations.amount) <> 0
      order by payment_allocations.debt_kind desc, payment_allocations.period
    ) as allocation
  from payments
  left join stornos on stornos.house_id = payments.house_id and stornos.entry_id = payments.id
`;

export async function findPayment(db: Db, id: number): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`${PAYMENTS} where payments.id = ${id}`.execute(db);
  return rows[0];
}

export type PaymentFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  /** Days of payment, both inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly status: 'BOOKED' | 'REVERSED' | undefined;
  readonly source: string | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listPayments(
  db: Db,
  { scope, houseId, personalAccountId, from, to, status, source, beforeId, limit }: PaymentFilter,
): Promise<readonly PaymentRow[]> {
  const conditions = allOf([
    withinScope('payments', scope),
    houseId === undefined ? undefined : sql`payments.house_id = ${houseId}`,
    personalAccountId === undefined
      ? undefined
      : sql`payments.personal_account_id = ${personalAccountId}`,
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
  readonly reason: AllocationCause['reason'];
  readonly causeId: number;
  readonly createdAt: Date;
};

/** What was put where and taken back, in its order. */
export async function listAllocationHistory(
  db: Db,
  { house_id: houseId, personal_account_id: personalAccountId, id }: PaymentRow,
): Promise<readonly HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select payment_allocations.debt_kind as "debtKind", to_char(payment_allocations.period, 'YYYY-MM') as period,
      payment_allocations.amount, payment_allocations.reason, payment_allocations.cause_id as "causeId",
      payment_allocations.created_at as "createdAt"
    from payment_allocations
    where payment_allocations.house_id = ${houseId}
      and payment_allocations.personal_account_id = ${personalAccountId}
      and payment_allocations.payment_id = ${id}
    order by payment_allocations.id
  `.execute(db);
  return rows;
}
