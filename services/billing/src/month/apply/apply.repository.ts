// Applying a cycle's houses in SQL: the guards and the sums.
import { sql } from 'kysely';
import type { AppliedMonth } from '../../books/account-balances/account-balances.repository.ts';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Trx } from '../../tables.ts';

export type CycleToApply = {
  /** The first day of the month. */
  readonly period: string;
  readonly status: 'DRAFT' | 'APPLIED' | 'CLOSED';
};

/**
 * Locks a cycle that the caller may change, or returns undefined: a concurrent apply, and any job that computes a house, waits
 * here. The role is checked explicitly because policies do not apply to the table's owner.
 */
export async function lockCycle(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
): Promise<CycleToApply | undefined> {
  const { rows } = await sql<CycleToApply>`
    select billing_cycles.period, billing_cycles.status from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
      and app.may_write(billing_cycles.organization_id)
    for no key update
  `.execute(trx);
  return rows[0];
}

/**
 * Takes the cycle from DRAFT to APPLIED; returns undefined when it was not a draft.
 * @returns the first day of its month
 */
export async function markApplied(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
  today: Temporal.PlainDate,
): Promise<string | undefined> {
  const { rows } = await sql<{ period: string }>`
    update billing_cycles set status = 'APPLIED', applied_at = now(), applied_on = ${today.toString()}::date
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
      and billing_cycles.status = 'DRAFT'
    returning billing_cycles.period
  `.execute(trx);
  return rows[0]?.period;
}

/** Whether a job of the cycle is not finished. */
export async function isBeingComputed(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
): Promise<boolean> {
  const { rows } = await sql<{ underWay: boolean }>`
    select exists (
      select from calculation_jobs
      where calculation_jobs.organization_id = ${organizationId}
        and calculation_jobs.billing_cycle_id = ${cycleId} and calculation_jobs.status in ('QUEUED', 'RUNNING')
    ) as under_way
  `.execute(trx);
  return rows[0]?.underWay ?? false;
}

/**
 * How many accounts with draft charges in the cycle already owe its month by an opening balance. The balances are found by their
 * imports, which are few: of most months there are none.
 * @param houseIds only in some of the houses
 */
export async function countBroughtDebts(
  trx: Trx,
  { organizationId, cycleId, period }: AppliedMonth,
  houseIds?: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ accounts: number }>`
    select count(distinct brought.personal_account_id)::integer as accounts
    from opening_imports
    join opening_balances as brought on brought.organization_id = ${organizationId}
      and brought.import_id = opening_imports.id and brought.period = ${period}::date and brought.kind = 'principal'
    join house_months on house_months.organization_id = ${organizationId} and house_months.house_id = brought.house_id
      and house_months.billing_cycle_id = ${cycleId} and house_months.charges > 0 and house_months.applied_at is null
    where opening_imports.organization_id = ${organizationId} and opening_imports.undone_at is null
      and ${houseIds === undefined ? sql`true` : sql`brought.house_id = any(${houseIds}::bigint[])`}
      and exists (
        select from charges
        where charges.organization_id = ${organizationId} and charges.house_id = brought.house_id
          and charges.period = ${period}::date and charges.personal_account_id = brought.personal_account_id
          and charges.amount <> 0
      )
  `.execute(trx);
  return rows[0]?.accounts ?? 0;
}

export type HouseToBook = {
  readonly houseId: number;
  readonly charges: number;
  readonly amount: string;
};

/**
 * Marks the houses of the cycle that have draft charges as applied. A house without charges stays as it is, so that it can still
 * be computed later.
 * @param houseIds only some of them
 * @returns what is to be booked, ordered by house
 */
export async function markHousesApplied(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
  houseIds?: readonly number[],
): Promise<readonly HouseToBook[]> {
  const { rows } = await sql<HouseToBook>`
    with applied as (
      update house_months set applied_at = now()
      where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
        and house_months.charges > 0
        and house_months.applied_at is null
        and ${houseIds === undefined ? sql`true` : sql`house_months.house_id = any(${houseIds}::bigint[])`}
      returning house_months.house_id, house_months.charges, house_months.amount
    )
    select applied.house_id, applied.charges, applied.amount from applied order by applied.house_id
  `.execute(trx);
  return rows;
}
