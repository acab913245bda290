// Houses whose month was computed from data that has changed since, in SQL.
import { sql, type RawBuilder } from 'kysely';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';

/** A house, and the version of core's data that its draft charges follow from. */
export type ComputedDraft = { readonly houseId: number; readonly coreVersion: number };

/** The houses of a cycle that have draft charges, ordered by id. */
export async function listComputedDrafts(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly ComputedDraft[]> {
  const { rows } = await sql<ComputedDraft>`
    select house_months.house_id, house_months.core_version from house_months
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
      and house_months.charges > 0 and house_months.applied_at is null and house_months.core_version is not null
    order by house_months.house_id
  `.execute(db);
  return rows;
}

export type OutdatedHouse = { readonly houseId: number; readonly isApplied: boolean };

/**
 * The houses of a cycle that were applied although outdated, and those of the given drafts that nobody has applied or recomputed
 * since they were found outdated; ordered by id.
 */
export async function listOutdatedHouses(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
  drafts: readonly ComputedDraft[],
): Promise<readonly OutdatedHouse[]> {
  const { rows } = await sql<OutdatedHouse>`
    select house_months.house_id, house_months.applied_at is not null as is_applied from house_months
    left join ${rowsOf(drafts)} on drafts.house_id = house_months.house_id and drafts.core_version = house_months.core_version
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
      and (house_months.is_outdated or house_months.applied_at is null and drafts.house_id is not null)
    order by house_months.house_id
  `.execute(db);
  return rows;
}

/** Marks those of the drafts that nobody has recomputed since they were found outdated. */
export async function markOutdated(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
  drafts: readonly ComputedDraft[],
): Promise<void> {
  await sql`
    update house_months set is_outdated = true
    from ${rowsOf(drafts)}
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
      and house_months.house_id = drafts.house_id and house_months.core_version = drafts.core_version
      and house_months.applied_at is null
  `.execute(trx);
}

function rowsOf(drafts: readonly ComputedDraft[]): RawBuilder<unknown> {
  return sql`unnest(
      ${drafts.map(({ houseId }) => houseId)}::bigint[], ${drafts.map(({ coreVersion }) => coreVersion)}::bigint[]
    ) as drafts (house_id, core_version)`;
}

export type ComputedMonth = {
  readonly organizationId: number;
  readonly houseId: number;
  /** Its first day. */
  readonly period: string;
};

/** After a correction has recomputed the month. */
export async function unmarkOutdated(
  trx: Trx,
  { organizationId, houseId, period }: ComputedMonth,
): Promise<void> {
  await sql`
    update house_months set is_outdated = false
    where house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
      and house_months.period = ${period}::date and house_months.is_outdated
  `.execute(trx);
}
