// Payments in SQL. They are inserted and read, nothing else: the database refuses the rest.
import type { AllocationReason } from '@kvartplata/contracts/billing/payments.ts';
import { sql, type RawBuilder } from 'kysely';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { Scope } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { OrganizationIds } from '../../access/access.service.ts';
import { allOf, ofOrganizations, withinScope } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import { formatFirstDay, formatOpenDebts } from './allocation-columns.ts';
import type { PlannedAccount } from './allocations.repository.ts';

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
};

/** Ids for documents that are booked now. */
export async function drawDocumentIds(trx: Trx, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('document_ids') as id from generate_series(1, ${count}::integer)
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** An account to which payments come: what they lower, and how its allocation is to be then. */
export type PaidAccount = PlannedAccount & {
  readonly principalKopecks: Kopecks;
  readonly penaltyKopecks: Kopecks;
  /** The payment that has its allocation made. */
  readonly causeId: number;
};

/** Payments of one organization, and each of the accounts that they come to. */
export type PaymentsToBook = {
  readonly organizationId: number;
  readonly payments: readonly NewPayment[];
  readonly accounts: readonly PaidAccount[];
};

/**
 * Books payments with all that follows from them in one statement: an entry for each kind of debt that they pay, where
 * they lie, the balances, which the transaction has locked, and what the audit log says of it. A payment's first entry
 * has its id.
 * @param auditEntry left out where one entry tells of more than these payments
 */
export async function insertPayments(
  trx: Trx,
  { organizationId, payments, accounts }: PaymentsToBook,
  auditEntry?: RawBuilder<unknown>,
): Promise<void> {
  const start = auditEntry === undefined ? sql`` : sql`/* kept: insert-payments */`;
  await sql`${start}
    with payment as (
      insert into payments (organization_id, house_id, personal_account_id, id, amount, principal_amount,
        penalty_amount, paid_on, named_period, booked_in, source, reference)
      select ${organizationId}, given.*
      from ${columnsOf(payments)} as given
      returning payments.house_id, payments.personal_account_id, payments.id, payments.principal_amount,
        payments.penalty_amount, payments.paid_on, payments.booked_in
    ),
    entries as (
      insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type,
        debt_kind, debit, credit, document_id, effective_on)
      select ${organizationId}, payment.house_id, payment.personal_account_id,
        case when parts.is_first then payment.id else nextval('document_ids') end, payment.booked_in,
        'PAYMENT', parts.debt_kind, 0, parts.amount, payment.id, payment.paid_on
      from payment
      cross join lateral (
        values ('principal', payment.principal_amount, true),
          ('penalty', payment.penalty_amount, payment.principal_amount = 0)
      ) as parts (debt_kind, amount, is_first)
      where parts.amount > 0
    ),
    moves as (
      insert into payment_allocations (organization_id, house_id, personal_account_id, id, payment_id, debt_kind,
        period, amount, reason, cause_id)
      select ${organizationId}, moves.house_id, moves.personal_account_id, nextval('document_ids'), moves.payment_id,
        moves.debt_kind, moves.period, moves.amount, 'payment', moves.cause_id
      from ${columnsOfMoves(accounts)}
        as moves (house_id, personal_account_id, cause_id, payment_id, debt_kind, period, amount)
    ),
    balances as (
      update account_balances
      set principal_debt = account_balances.principal_debt - paid.principal,
        penalty_debt = account_balances.penalty_debt - paid.penalty, open_debts = paid.open_debts,
        advance = paid.advance, money_until = paid.money_until, last_updated_at = now()
      from ${columnsOfAccounts(accounts)}
        as paid (house_id, personal_account_id, principal, penalty, open_debts, advance, money_until)
      where account_balances.organization_id = ${organizationId} and account_balances.house_id = paid.house_id
        and account_balances.personal_account_id = paid.personal_account_id
    )
    ${auditEntry ?? sql`select`}
  `.execute(trx);
}

function columnsOf(payments: readonly NewPayment[]): RawBuilder<unknown> {
  return sql`
    unnest(
      ${payments.map(({ place }) => place.houseId)}::bigint[],
      ${payments.map(({ place }) => place.personalAccountId)}::bigint[],
      ${payments.map(({ id }) => id)}::bigint[],
      ${payments.map(({ amount }) => amount)}::numeric[],
      ${payments.map(({ principalKopecks }) => formatKopecks(principalKopecks))}::numeric[],
      ${payments.map(({ penaltyKopecks }) => formatKopecks(penaltyKopecks))}::numeric[],
      ${payments.map(({ paidOn }) => paidOn)}::date[],
      ${payments.map(({ namedPeriod }) => namedPeriod)}::date[],
      ${payments.map(({ bookedIn }) => bookedIn)}::date[],
      ${payments.map(({ source }) => source)}::text[],
      ${payments.map(({ reference }) => reference)}::text[]
    )
  `;
}

function columnsOfMoves(accounts: readonly PaidAccount[]): RawBuilder<unknown> {
  const moves = accounts.flatMap((account) =>
    account.plan.moves.map((move) => ({ account, move })),
  );
  return sql`
    unnest(
      ${moves.map(({ account }) => account.houseId)}::bigint[],
      ${moves.map(({ account }) => account.personalAccountId)}::bigint[],
      ${moves.map(({ account }) => account.causeId)}::bigint[],
      ${moves.map(({ move }) => move.paymentId)}::bigint[],
      ${moves.map(({ move }) => move.kind)}::text[],
      ${moves.map(({ move }) => formatFirstDay(move.month))}::date[],
      ${moves.map(({ move }) => formatKopecks(move.amountKopecks))}::numeric[]
    )
  `;
}

function columnsOfAccounts(accounts: readonly PaidAccount[]): RawBuilder<unknown> {
  return sql`
    unnest(
      ${accounts.map(({ houseId }) => houseId)}::bigint[],
      ${accounts.map(({ personalAccountId }) => personalAccountId)}::bigint[],
      ${accounts.map(({ principalKopecks }) => formatKopecks(principalKopecks))}::numeric[],
      ${accounts.map(({ penaltyKopecks }) => formatKopecks(penaltyKopecks))}::numeric[],
      ${accounts.map(({ plan }) => formatOpenDebts(plan.openPrincipal))}::jsonb[],
      ${accounts.map(({ plan }) => formatKopecks(plan.advanceKopecks))}::numeric[],
      ${accounts.map(({ plan }) => (plan.moneyUntil === null ? null : formatDay(plan.moneyUntil)))}::date[]
    )
  `;
}

/** Whether the same is booked and stands; the transaction has locked the account. */
export async function isBooked(
  trx: Trx,
  { place, source, reference, paidOn, amount }: NewPayment,
): Promise<boolean> {
  const { rows } = await sql`/* kept: is-booked */
    select from payments
    where payments.organization_id = ${place.organizationId} and payments.house_id = ${place.houseId}
      and payments.personal_account_id = ${place.personalAccountId} and payments.source = ${source}
      and payments.reference = ${reference} and payments.paid_on = ${paidOn} and payments.amount = ${amount}
      and not exists (
        select from stornos
        where stornos.organization_id = ${place.organizationId} and stornos.house_id = ${place.houseId}
          and stornos.entry_id = payments.id
      )
    limit 1
  `.execute(trx);
  return rows.length > 0;
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
  readonly reason: AllocationReason;
  readonly causeId: number;
  readonly createdAt: Date;
};

/** What was put where and taken back, in its order. */
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
