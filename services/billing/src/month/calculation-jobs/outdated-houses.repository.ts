// Houses whose month was computed from data that has changed since, in SQL.
import { sql, type RawBuilder } from 'kysely';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';

/** A house's month, and the version of core's data from which a job, or a correction after it, last computed it. */
export type HouseAsComputed = {
  readonly houseId: number;
  readonly coreVersion: number;
  readonly isApplied: boolean;
};

const LAST_VERSION = sql`coalesce(house_months.corrected_version, house_months.core_version)`;

/** The houses of a cycle that have charges, ordered by id; none once the cycle is closed. */
export async function listHousesAsComputed(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly HouseAsComputed[]> {
  const { rows } = await sql<HouseAsComputed>`
    select house_months.house_id, ${LAST_VERSION} as core_version, house_months.applied_at is not null as is_applied
    from house_months
    join billing_cycles on billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
      and billing_cycles.status <> 'CLOSED'
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
      and house_months.charges > 0 and house_months.core_version is not null
    order by house_months.house_id
  `.execute(db);
  return rows;
}

export type OutdatedHouse = { readonly houseId: number; readonly isApplied: boolean };

/**
 * Those of the given houses that nobody has computed again since they were found outdated, and those that are marked as such;
 * ordered by id.
 */
export async function listOutdatedHouses(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
  found: readonly HouseAsComputed[],
): Promise<readonly OutdatedHouse[]> {
  const { rows } = await sql<OutdatedHouse>`
    select house_months.house_id, house_months.applied_at is not null as is_applied from house_months
    left join ${rowsOf(found)} on found.house_id = house_months.house_id and found.core_version = ${LAST_VERSION}
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
      and (house_months.is_outdated or found.house_id is not null)
    order by house_months.house_id
  `.execute(db);
  return rows;
}

/** Marks those of the houses that nobody has computed again since they were found outdated. */
export async function markOutdated(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
  found: readonly HouseAsComputed[],
): Promise<void> {
  await sql`
    update house_months set is_outdated = true
    from ${rowsOf(found)}
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
      and house_months.house_id = found.house_id and found.core_version = ${LAST_VERSION}
  `.execute(trx);
}

function rowsOf(houses: readonly HouseAsComputed[]): RawBuilder<unknown> {
  return sql`unnest(
      ${houses.map(({ houseId }) => houseId)}::bigint[], ${houses.map(({ coreVersion }) => coreVersion)}::bigint[]
    ) as found (house_id, core_version)`;
}

export type CorrectedMonth = {
  readonly organizationId: number;
  readonly houseId: number;
  /** Its first day. */
  readonly period: string;
  /** Of core's data, from which a correction has computed the month. */
  readonly coreVersion: number;
};

export async function updateCorrectedVersion(
  trx: Trx,
  { organizationId, houseId, period, coreVersion }: CorrectedMonth,
): Promise<void> {
  await sql`
    update house_months set corrected_version = ${coreVersion}, is_outdated = false
    where house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
      and house_months.period = ${period}::date
  `.execute(trx);
}
