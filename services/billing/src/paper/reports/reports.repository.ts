// What reports are made of, in SQL; each statement is of one moment.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** Some houses of an organization's. */
export type HousesOf = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
};

export type AccountOf = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
};

export type CollectionSums = {
  readonly houseId: number;
  /** Any account of the house: core names the house with it. */
  readonly anyAccount: number;
  /** `YYYY-MM` */
  readonly period: string;
  readonly charged: string;
  readonly paid: string;
  readonly debtOfMonth: string;
  readonly paidOfMonth: string;
};

/** By house and month, of those with an entry. */
export async function listCollection(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly CollectionSums[]> {
  const { rows } = await sql<CollectionSums>`
    with booked as (
      select ledger_entries.house_id, ledger_entries.period, min(ledger_entries.personal_account_id) as any_account,
        sum(debit - credit) filter (where transaction_type = 'CHARGE') as charged,
        sum(credit - debit) filter (where transaction_type = 'PAYMENT') as paid
      from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = any(${houseIds}::bigint[])
        and ledger_entries.period between ${from}::date and ${to}::date
      group by ledger_entries.house_id, ledger_entries.period
    ),
    taken_back as (
      select stornos.house_id, stornos.period, stornos.entry_period, stornos.transaction_type,
        sum(ledger_entries.debit - ledger_entries.credit) as amount
      from stornos
      join ledger_entries on ledger_entries.organization_id = stornos.organization_id
        and ledger_entries.house_id = stornos.house_id
        and ledger_entries.personal_account_id = stornos.personal_account_id
        and ledger_entries.id = stornos.storno_id and ledger_entries.period = stornos.period
      where stornos.organization_id = ${organizationId} and stornos.house_id = any(${houseIds}::bigint[])
      group by stornos.house_id, stornos.period, stornos.entry_period, stornos.transaction_type
    ),
    allocated as (
      select payment_allocations.house_id, payment_allocations.period, sum(payment_allocations.amount) as paid
      from payment_allocations
      where payment_allocations.organization_id = ${organizationId}
        and payment_allocations.house_id = any(${houseIds}::bigint[]) and payment_allocations.debt_kind = 'principal'
        and payment_allocations.period between ${from}::date and ${to}::date
      group by payment_allocations.house_id, payment_allocations.period
    )
    select booked.house_id, booked.any_account, to_char(booked.period, 'YYYY-MM') as period,
      coalesce(booked.charged, 0.00) + coalesce((
        select sum(taken_back.amount) from taken_back
        where taken_back.house_id = booked.house_id and taken_back.period = booked.period
          and taken_back.transaction_type = 'CHARGE'
      ), 0.00) as charged,
      coalesce(booked.paid, 0.00) - coalesce((
        select sum(taken_back.amount) from taken_back
        where taken_back.house_id = booked.house_id and taken_back.period = booked.period
          and taken_back.transaction_type = 'PAYMENT'
      ), 0.00) as paid,
      coalesce(booked.charged, 0.00) + coalesce((
        select sum(taken_back.amount) from taken_back
        where taken_back.house_id = booked.house_id and taken_back.entry_period = booked.period
          and taken_back.transaction_type = 'CHARGE'
      ), 0.00) as debt_of_month,
      coalesce(allocated.paid, 0.00) as paid_of_month
    from booked
    left join allocated on allocated.house_id = booked.house_id and allocated.period = booked.period
    order by booked.house_id, booked.period
  `.execute(db);
  return rows;
}

export type StatementRow = {
  readonly id: number;
  readonly period: string;
  readonly effectiveOn: string;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'STORNO';
  readonly debtKind: 'principal' | 'penalty';
  readonly debit: string;
  readonly credit: string;
  readonly documentId: number;
  /** The service of a charge, the source of a payment, the reason of a storno. */
  readonly description: string | null;
  /** Of a storno: what it takes back. */
  readonly reversedType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | null;
};

/** All entries of the account up to the last month, by month, day and id. */
export async function listStatement(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountOf,
  to: string | null,
): Promise<readonly StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select entries.id, entries.period, entries.effective_on, entries.transaction_type, entries.debt_kind,
      entries.debit, entries.credit, entries.document_id,
      coalesce(charged_services.name, payments.source, stornos.reason) as description,
      stornos.transaction_type as reversed_type
    from ledger_entries as entries
    left join charges on entries.transaction_type = 'CHARGE'
      and charges.organization_id = entries.organization_id and charges.house_id = entries.house_id
      and charges.period = entries.period and charges.personal_account_id = entries.personal_account_id
      and charges.id = entries.document_id
    left join charged_services on charged_services.organization_id = charges.organization_id
      and charged_services.house_id = charges.house_id
      and charged_services.house_service_id = charges.house_service_id
    left join payments on entries.transaction_type = 'PAYMENT'
      and payments.organization_id = entries.organization_id and payments.house_id = entries.house_id
      and payments.personal_account_id = entries.personal_account_id and payments.id = entries.document_id
    left join stornos on entries.transaction_type = 'STORNO'
      and stornos.organization_id = entries.organization_id and stornos.house_id = entries.house_id
      and stornos.entry_id = entries.document_id
    where entries.organization_id = ${organizationId} and entries.house_id = ${houseId}
      and entries.personal_account_id = ${personalAccountId}
      and (${to}::date is null or entries.period <= ${to}::date)
    order by entries.period, entries.effective_on, entries.id
  `.execute(db);
  return rows;
}

export type PenaltySums = { readonly booked: string; readonly paid: string; readonly owed: string };

/** What the ledger has of an account's penalties. */
export async function sumPenalties(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountOf,
): Promise<PenaltySums> {
  const { rows } = await sql<PenaltySums>`
    select coalesce(sum(debit - credit) filter (where transaction_type = 'PENALTY'), 0.00) as booked,
      coalesce(sum(credit - debit) filter (where transaction_type in ('PAYMENT', 'STORNO')), 0.00) as paid,
      coalesce(sum(debit - credit), 0.00) as owed
    from ledger_entries
    where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId}
      and ledger_entries.personal_account_id = ${personalAccountId}
      and ledger_entries.debt_kind = 'penalty'
  `.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error('an aggregate has a row');
  return sums;
}
