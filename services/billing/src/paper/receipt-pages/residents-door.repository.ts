// The data from the books for the resident's page, in SQL.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type AccountOf = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
};

/** The newest applied month after the given one in which the account is charged, `YYYY-MM`; null when there is none. */
export async function findNewerMonth(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountOf,
  after: string,
): Promise<string | null> {
  const { rows } = await sql<{ readonly month: string | null }>`
    select to_char(max(house_months.period), 'YYYY-MM') as month
    from house_months
    where house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
      and house_months.period > ${after}::date and house_months.applied_at is not null
      and exists (
        select from charges
        where charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
          and charges.period = house_months.period and charges.personal_account_id = ${personalAccountId}
      )
  `.execute(db);
  return rows[0]?.month ?? null;
}

/** Whether the house's month is in the ledger. */
export async function isApplied(
  db: Db,
  { organizationId, houseId }: AccountOf,
  period: string,
): Promise<boolean> {
  const { rows } = await sql<{ readonly isApplied: boolean }>`
    select exists (
      select from house_months
      where house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
        and house_months.period = ${period}::date and house_months.applied_at is not null
    ) as is_applied
  `.execute(db);
  return rows[0]?.isApplied ?? false;
}

export type BalanceRow = { readonly principalDebt: string; readonly penaltyDebt: string };

/** Undefined for an account without bookings. */
export async function findBalance(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountOf,
): Promise<BalanceRow | undefined> {
  return db
    .selectFrom('accountBalances')
    .select(['principalDebt', 'penaltyDebt'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .executeTakeFirst();
}

/**
 * By how much the bookings of later months have lowered what was owed at the end of a month: payments less those taken back,
 * charges taken back or written off. What raises the debt is left out, each document by itself; penalties, which an accrual may
 * also lower, are taken together.
 * @param period the first day of the month
 */
export async function sumLowered(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountOf,
  period: string,
): Promise<string> {
  const { rows } = await sql<{ readonly lowered: string }>`
    with later as (
      select coalesce(undone.transaction_type, ledger_entries.transaction_type) as kind, ledger_entries.debt_kind,
        coalesce(undone.document_id, ledger_entries.document_id) as document_id,
        ledger_entries.debit - ledger_entries.credit as amount
      from ledger_entries
      left join stornos as undone on undone.organization_id = ${organizationId} and undone.house_id = ${houseId}
        and undone.entry_id = ledger_entries.document_id and ledger_entries.transaction_type = 'STORNO'
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId}
        and ledger_entries.personal_account_id = ${personalAccountId} and ledger_entries.period > ${period}::date
    ),
    payments_since as (
      select sum(later.amount) as amount from later where later.kind = 'PAYMENT'
    ),
    penalties_since as (
      select sum(later.amount) as amount from later where later.kind <> 'PAYMENT' and later.debt_kind = 'penalty'
    ),
    documents_since as (
      select sum(later.amount) as amount from later
      where later.kind <> 'PAYMENT' and later.debt_kind = 'principal'
      group by later.kind, later.document_id
    )
    select (-coalesce(sum(parts.amount), 0))::numeric(14, 2) as lowered
    from (
      select payments_since.amount from payments_since
      union all
      select least(penalties_since.amount, 0) from penalties_since
      union all
      select least(documents_since.amount, 0) from documents_since
    ) as parts
  `.execute(db);
  return rows[0]?.lowered ?? '0';
}

export type PaymentRow = { readonly paidOn: string; readonly amount: string };

/** Newest first, without reversed ones. */
export async function listPaymentsSince(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountOf,
  day: string,
): Promise<readonly PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select payments.paid_on, payments.amount
    from payments
    where payments.organization_id = ${organizationId} and payments.house_id = ${houseId}
      and payments.personal_account_id = ${personalAccountId} and payments.paid_on >= ${day}::date
      and not exists (
        select from stornos
        where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
          and stornos.personal_account_id = ${personalAccountId} and stornos.transaction_type = 'PAYMENT'
          and stornos.document_id = payments.id
      )
    order by payments.paid_on desc, payments.id desc
    limit 200
  `.execute(db);
  return rows;
}
