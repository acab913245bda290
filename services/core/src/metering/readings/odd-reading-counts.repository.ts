// How many odd readings each house's month has, as it was counted last: in SQL.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type MonthOf = {
  readonly organizationId: number;
  /** Its first day. */
  readonly period: string;
};

export type CountedHouse = {
  readonly houseId: number;
  readonly address: string;
  /** Of the house's month. */
  readonly version: number;
  /** Null where it has never been counted, or of another version. */
  readonly odd: number | null;
};

/** In the order of ids: all houses, or those that are named and there. */
export async function listCountedHouses(
  db: Db,
  { organizationId, period }: MonthOf,
  houseIds: readonly number[] | undefined,
): Promise<readonly CountedHouse[]> {
  const { rows } = await sql<CountedHouse>`
    select houses.id as house_id, houses.address, versions.version,
      case when counts.version = versions.version then counts.odd end as odd
    from houses
    cross join lateral (
      select coalesce(sum(house_versions.version), 0)::bigint as version from house_versions
      where house_versions.organization_id = ${organizationId} and house_versions.house_id = houses.id
        and house_versions.counts_from <= ${period}
    ) as versions
    left join odd_reading_counts as counts on counts.organization_id = ${organizationId}
      and counts.house_id = houses.id and counts.period = ${period}
    where houses.organization_id = ${organizationId}
      and ${houseIds === undefined ? sql`true` : sql`houses.id = any(${houseIds}::bigint[])`}
    order by houses.id
  `.execute(db);
  return rows;
}

export async function upsertCount(
  db: Db,
  { organizationId, period }: MonthOf,
  { houseId, version, odd }: Pick<CountedHouse, 'houseId' | 'version'> & { readonly odd: number },
): Promise<void> {
  await sql`
    insert into odd_reading_counts (organization_id, house_id, period, version, odd)
    values (${organizationId}, ${houseId}, ${period}, ${version}, ${odd})
    on conflict on constraint odd_reading_counts_pkey do update set version = excluded.version, odd = excluded.odd
  `.execute(db);
}
