// Billing cycles in SQL.
import type { CycleStatus } from '@kvartplata/contracts/billing/cycles.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';

export type CycleRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly year: number;
  readonly month: number;
  readonly status: CycleStatus;
  readonly createdAt: Date;
  readonly appliedAt: Date | null;
  readonly closedAt: Date | null;
  readonly chargesTotal: string;
  readonly accounts: number;
  readonly housesNotApplied: number;
};

/** A cycle and its organization. */
export type OwnCycle = {
  readonly organizationId: number;
  readonly cycleId: number;
};

export type CycleKey = {
  readonly organizationId: number;
  readonly year: number;
  readonly month: number;
};

/** The id of the new cycle; undefined when the organization already has one for the month. */
export async function insertCycle(
  trx: Trx,
  { organizationId, year, month }: CycleKey,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into billing_cycles (organization_id, year, month)
    values (${organizationId}, ${year}, ${month})
    on conflict on constraint billing_cycles_organization_month_key do nothing
    returning id
  `.execute(trx);
  return rows[0]?.id;
}

export type LockedCycle = {
  readonly id: number;
  /** The first day of the month. */
  readonly period: string;
  readonly status: CycleRow['status'];
};

/** The month's cycle, locked against apply until the transaction ends. */
export async function lockCycleForJob(
  trx: Trx,
  { organizationId, year, month }: CycleKey,
): Promise<LockedCycle> {
  const { rows } = await sql<LockedCycle>`
    select billing_cycles.id, billing_cycles.period, billing_cycles.status from billing_cycles
    where billing_cycles.organization_id = ${organizationId}
      and billing_cycles.year = ${year} and billing_cycles.month = ${month}
    for share
  `.execute(trx);
  const [cycle] = rows;
  if (cycle === undefined) throw new Error('the cycle was not inserted');
  return cycle;
}

/** @returns the cycle's status, which stays as it is until the transaction ends; undefined for a caller who may not write */
export async function holdCycle(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
): Promise<CycleStatus | undefined> {
  const { rows } = await sql<{ status: CycleStatus }>`
    select billing_cycles.status from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
    for share
  `.execute(trx);
  return rows[0]?.status;
}

export async function findCycle(
  db: Db,
  organizationIds: OrganizationIds,
  cycleId: number,
): Promise<CycleRow | undefined> {
  const { rows } = await sql<CycleRow>`
    ${cyclesWithSums(organizationIds)}
    where ${ofOrganizations('billingCycles', organizationIds)} and billing_cycles.id = ${cycleId}
  `.execute(db);
  return rows[0];
}

export type CycleFilter = {
  readonly organizationIds: OrganizationIds;
  readonly year: number | undefined;
  readonly afterId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listCycles(db: Db, filter: CycleFilter): Promise<readonly CycleRow[]> {
  const { organizationIds, year, afterId } = filter;
  const { rows } = await sql<CycleRow>`
    ${cyclesWithSums(organizationIds)}
    where ${ofOrganizations('billingCycles', organizationIds)}
      and ${year === undefined ? sql`true` : sql`billing_cycles.year = ${year}`}
      and ${afterId === undefined ? sql`true` : sql`billing_cycles.id < ${afterId}`}
    order by billing_cycles.id desc
    limit ${filter.limit}
  `.execute(db);
  return rows;
}

const cyclesWithSums = (organizationIds: OrganizationIds) => sql`
  select billing_cycles.id, billing_cycles.organization_id, billing_cycles.year, billing_cycles.month,
    billing_cycles.status, billing_cycles.created_at, billing_cycles.applied_at, billing_cycles.closed_at,
    coalesce(sums.amount, 0)::numeric(14, 2) as charges_total, coalesce(sums.accounts, 0)::integer as accounts,
    coalesce(sums.houses_not_applied, 0)::integer as houses_not_applied
  from billing_cycles
  left join lateral (
    select sum(house_months.amount) as amount, sum(house_months.accounts) as accounts,
      count(*) filter (where house_months.charges > 0 and house_months.applied_at is null) as houses_not_applied
    from house_months
    where ${ofOrganizations('houseMonths', organizationIds)}
      and house_months.organization_id = billing_cycles.organization_id
      and house_months.billing_cycle_id = billing_cycles.id
  ) sums on true
`;

export type HouseMonthRow = {
  readonly houseId: number;
  readonly accounts: number;
  readonly charges: number;
  readonly amount: string;
  readonly computedAt: Date | null;
  readonly appliedAt: Date | null;
};

/** In the order of houses. */
export async function listHouseMonths(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly HouseMonthRow[]> {
  const { rows } = await sql<HouseMonthRow>`
    select house_months.house_id, house_months.accounts, house_months.charges, house_months.amount,
      house_months.computed_at, house_months.applied_at
    from house_months
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
    order by house_months.house_id
  `.execute(db);
  return rows;
}

/** Until the transaction ends, no other changes what these houses are charged. */
export async function lockHouses(trx: Trx, houseIds: readonly number[]): Promise<void> {
  const inOrder = houseIds.toSorted((one, other) => one - other);
  await sql`
    select pg_advisory_xact_lock(hashtext('charged-houses'), hashint8(house_id))
    from unnest(${inOrder}::bigint[]) as house_id
  `.execute(trx);
}
