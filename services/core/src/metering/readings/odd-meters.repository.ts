// Stores which meters of each house have an odd reading in a month, in SQL.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type MonthOf = {
  readonly organizationId: number;
  /** Its first day. */
  readonly period: string;
};

export type SearchedHouse = {
  readonly houseId: number;
  readonly address: string;
  /** The version of the house's month. */
  readonly version: number;
  /** Null where nothing is stored for the present version. */
  readonly oddMeterIds: readonly number[] | null;
};

/** Ordered by id: all houses, or those that are named and exist. */
export async function listSearchedHouses(
  db: Db,
  { organizationId, period }: MonthOf,
  houseIds: readonly number[] | undefined,
): Promise<readonly SearchedHouse[]> {
  const { rows } = await sql<SearchedHouse>`
    select houses.id as house_id, houses.address, versions.version,
      case when found.version = versions.version then found.meter_ids end as odd_meter_ids
    from houses
    cross join lateral (
      select coalesce(sum(house_versions.version), 0)::bigint as version from house_versions
      where house_versions.organization_id = ${organizationId} and house_versions.house_id = houses.id
        and house_versions.counts_from <= ${period}
    ) as versions
    left join odd_meters as found on found.organization_id = ${organizationId}
      and found.house_id = houses.id and found.period = ${period}
    where houses.organization_id = ${organizationId}
      and ${houseIds === undefined ? sql`true` : sql`houses.id = any(${houseIds}::bigint[])`}
    order by houses.id
  `.execute(db);
  return rows;
}

export async function upsertOddMeters(
  db: Db,
  { organizationId, period }: MonthOf,
  { houseId, version }: Pick<SearchedHouse, 'houseId' | 'version'>,
  meterIds: readonly number[],
): Promise<void> {
  await sql`
    insert into odd_meters (organization_id, house_id, period, version, meter_ids)
    values (${organizationId}, ${houseId}, ${period}, ${version}, ${meterIds}::bigint[])
    on conflict on constraint odd_meters_pkey do update set version = excluded.version, meter_ids = excluded.meter_ids
  `.execute(db);
}
