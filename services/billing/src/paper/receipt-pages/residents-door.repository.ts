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
