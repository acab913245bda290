// What is booked and charged for a house, in SQL.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type House = { readonly organizationId: number; readonly houseId: number };

/** First days of months; undefined for no bound. */
export type Months = { readonly from: string | undefined; readonly to: string | undefined };

/** `YYYY-MM`, in order. */
export async function listAppliedMonths(
  db: Db,
  { organizationId, houseId }: House,
  { from, to }: Months,
): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(house_months.period, 'YYYY-MM') as month
    from house_months
    where house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
      and house_months.applied_at is not null
      and house_months.period >= coalesce(${from ?? null}::date, '-infinity')
      and house_months.period <= coalesce(${to ?? null}::date, 'infinity')
    order by house_months.period
  `.execute(db);
  return rows.map(({ month }) => month);
}

export type Charged = House & {
  readonly personalAccountId: number | undefined;
  readonly houseServiceId: number | undefined;
};

/**
 * The months in which a charge names the account or the service; an archived month counts if the house has any charge in it.
 * @param months `YYYY-MM`
 */
export async function listChargedMonths(
  db: Db,
  { organizationId, houseId, personalAccountId, houseServiceId }: Charged,
  months: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`
    select month from unnest(${months}::text[]) as month
    where exists (
      select from charges
      where charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
        and charges.period = (month || '-01')::date
        and charges.personal_account_id = coalesce(${personalAccountId ?? null}::bigint, charges.personal_account_id)
        and charges.house_service_id = coalesce(${houseServiceId ?? null}::bigint, charges.house_service_id)
    ) or exists (
      select from archived_months
      join house_months on house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
        and house_months.period = archived_months.month and house_months.charges > 0
      where archived_months.month = (month || '-01')::date
    )
    order by month
  `.execute(db);
  return rows.map(({ month }) => month);
}

/** Whether a charge, draft or not, or a ledger entry refers to it. */
export async function isCharged(
  db: Db,
  { organizationId, houseId, personalAccountId, houseServiceId }: Charged,
): Promise<boolean> {
  const ofAccount = (table: string) =>
    personalAccountId === undefined
      ? sql`true`
      : sql`${sql.ref(`${table}.personal_account_id`)} = ${personalAccountId}`;
  const ofService =
    houseServiceId === undefined ? sql`true` : sql`charges.house_service_id = ${houseServiceId}`;
  const { rows } = await sql<{ charged: boolean }>`
    select exists (
      select from charges
      where charges.organization_id = ${organizationId} and charges.house_id = ${houseId} and ${ofAccount('charges')}
        and ${ofService}
    ) or ${houseServiceId !== undefined} and exists (
      select from archived_months
      join house_months on house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
        and house_months.period = archived_months.month
      join charged_services on charged_services.organization_id = ${organizationId}
        and charged_services.house_id = ${houseId}
        and charged_services.house_service_id = ${houseServiceId ?? null}::bigint
    ) or ${houseServiceId === undefined} and exists (
      select from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId}
        and ${ofAccount('ledgerEntries')}
    ) as charged
  `.execute(db);
  return rows[0]?.charged ?? false;
}
