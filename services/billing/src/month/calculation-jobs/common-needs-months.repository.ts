// The common-needs months of houses in SQL.
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import type { CommonNeedsMonth } from '@kvartplata/domain/charging/common-needs-month.ts';
import { sql, type Selectable } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { CommonNeedsMonthsTable } from './common-needs-months.table.ts';
import type { MonthOfHouses } from './house-months.repository.ts';

export type CommonNeedsRow = Pick<
  Selectable<CommonNeedsMonthsTable>,
  'houseId' | 'houseServiceId' | 'period' | 'method' | 'drawn' | 'carried'
>;

/**
 * The common-needs months of the houses' services, from the given first day up to but not including the month, in order.
 * @param months `period` is the first day of the month
 */
export async function listCommonNeedsBefore(
  db: Db,
  { organizationId, houseIds, period }: MonthOfHouses,
  since: string,
): Promise<readonly CommonNeedsRow[]> {
  const { rows } = await sql<CommonNeedsRow>`
    select common_needs_months.house_id, common_needs_months.house_service_id, common_needs_months.period,
      common_needs_months.method, common_needs_months.drawn, common_needs_months.carried
    from common_needs_months
    where common_needs_months.organization_id = ${organizationId}
      and common_needs_months.house_id = any(${houseIds}::bigint[])
      and common_needs_months.period >= ${since}::date and common_needs_months.period < ${period}::date
    order by common_needs_months.house_id, common_needs_months.house_service_id, common_needs_months.period
  `.execute(db);
  return rows;
}

export type CommonNeedsOfHouse = CommonNeedsMonth & { readonly houseId: number };

/** Deletes those of the houses' month whose services are not in the list. */
export async function deleteOtherCommonNeeds(
  trx: Trx,
  { organizationId, houseIds, period }: MonthOfHouses,
  months: readonly CommonNeedsOfHouse[],
): Promise<void> {
  await sql`
    delete from common_needs_months
    where common_needs_months.organization_id = ${organizationId}
      and common_needs_months.house_id = any(${houseIds}::bigint[]) and common_needs_months.period = ${period}::date
      and common_needs_months.house_service_id <> all(${months.map((one) => one.houseServiceId)}::bigint[])
  `.execute(trx);
}

/** Replaces what was stored for the month. */
export async function upsertCommonNeeds(
  trx: Trx,
  { organizationId, period }: Omit<MonthOfHouses, 'houseIds'>,
  months: readonly CommonNeedsOfHouse[],
): Promise<void> {
  const shown = (valueE6: bigint): string => formatScaled(valueE6, 6);
  await sql`
    insert into common_needs_months (organization_id, house_id, house_service_id, period, method, drawn, shared, carried)
    select ${organizationId}, found.house_id, found.house_service_id, ${period}::date, found.method, found.drawn,
      found.shared, found.carried
    from unnest(
      ${months.map((one) => one.houseId)}::bigint[],
      ${months.map((one) => one.houseServiceId)}::bigint[],
      ${months.map((one) => one.method)}::text[],
      ${months.map((one) => (one.drawnE6 === null ? null : shown(one.drawnE6)))}::numeric[],
      ${months.map((one) => shown(one.sharedE6))}::numeric[],
      ${months.map((one) => shown(one.carriedE6))}::numeric[]
    ) as found (house_id, house_service_id, method, drawn, shared, carried)
    order by found.house_id, found.house_service_id
    on conflict on constraint common_needs_months_pkey do update
      set method = excluded.method, drawn = excluded.drawn, shared = excluded.shared, carried = excluded.carried
      where (common_needs_months.method, common_needs_months.drawn, common_needs_months.shared, common_needs_months.carried)
        is distinct from (excluded.method, excluded.drawn, excluded.shared, excluded.carried)
  `.execute(trx);
}
