// The drafts of houses that a move created, in SQL: dropped month by month, because the charges are partitioned by month.
import { sql } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { MonthOfHouses } from './house-months.repository.ts';

export type Houses = Omit<MonthOfHouses, 'period'>;

/** Months of the houses that are computed and not applied, locked until the transaction ends. */
export async function lockDrafts(
  trx: Trx,
  { organizationId, houseIds }: Houses,
): Promise<readonly { readonly houseId: number; readonly period: string }[]> {
  const { rows } = await sql<{ houseId: number; period: string }>`
    select house_months.house_id, house_months.period from house_months
    where house_months.organization_id = ${organizationId} and house_months.house_id = any(${houseIds}::bigint[])
      and house_months.applied_at is null and exists (
        select from billing_cycles
        where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = house_months.billing_cycle_id
          and billing_cycles.status <> 'CLOSED'
      )
    order by house_months.period, house_months.house_id
    for update
  `.execute(trx);
  return rows;
}

/** Resets the months as if they had never been computed. */
export async function resetHouseMonths(
  trx: Trx,
  { organizationId, houseIds, period }: MonthOfHouses,
): Promise<void> {
  await sql`
    update house_months
    set calculation_job_id = null, accounts = 0, charges = 0, amount = 0, computed_at = null, core_version = null,
      corrected_version = null, content_hash = null, charges_hash = null, idle_services = '{}'
    where house_months.organization_id = ${organizationId} and house_months.house_id = any(${houseIds}::bigint[])
      and house_months.period = ${period}::date
  `.execute(trx);
}
