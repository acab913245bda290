// Instalment plans in SQL: their terms, the interest booked for them, and the books from which their progress follows.
import { sql, type RawBuilder } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import type { Scope } from '../../access/places.ts';
import {
  allOf,
  DEBT_MONTH,
  joinBrought,
  ofOrganizations,
  withinScope,
} from '../../access/scope.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import type { InstalmentsTable } from './instalments.table.ts';

export type InstalmentRow = Omit<InstalmentsTable, 'id' | 'createdAt'> & {
  readonly id: number;
  readonly createdAt: Date;
};

export type NewInstalment = Omit<
  InstalmentRow,
  'id' | 'createdAt' | 'cancelledOn' | 'cancelledBy' | 'cancelReason'
>;

/** Returns its id. */
export async function insertInstalment(
  trx: Trx,
  { debts, schedule, ...plan }: NewInstalment,
): Promise<number> {
  const { id } = await trx
    .insertInto('instalments')
    .values({
      ...plan,
      debts: sql`${JSON.stringify(debts)}::jsonb`,
      schedule: sql`${JSON.stringify(schedule)}::jsonb`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findInstalment(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<InstalmentRow | undefined> {
  const { rows } = await sql<InstalmentRow>`
    select * from instalments where ${ofOrganizations('instalments', organizationIds)} and instalments.id = ${id}
  `.execute(db);
  return rows[0];
}

/** The plans of an account, in the order in which they were made. */
export async function listOfAccount(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountPlace,
): Promise<readonly InstalmentRow[]> {
  return db
    .selectFrom('instalments')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .orderBy('id')
    .execute();
}

/** The plans of some accounts of a house that have begun by the end of the given month (its first day), in order. */
export async function listBegun(
  db: Db,
  { organizationId, houseId }: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
  month: string,
): Promise<readonly InstalmentRow[]> {
  const { rows } = await sql<InstalmentRow>`
    select * from instalments
    where instalments.organization_id = ${organizationId} and instalments.house_id = ${houseId}
      and instalments.personal_account_id = any(${personalAccountIds}::bigint[])
      and instalments.starts_on < ${month}::date + interval '1 month'
    order by instalments.personal_account_id, instalments.id
  `.execute(db);
  return rows;
}

/** The plans of houses of an organization that are under way on a day: begun, not cancelled, their last part not past. In order. */
export async function listBegunOfHouses(
  db: Db,
  {
    organizationId,
    houseIds,
  }: { readonly organizationId: number; readonly houseIds: readonly number[] },
  day: string,
): Promise<readonly InstalmentRow[]> {
  const { rows } = await sql<InstalmentRow>`
    select * from instalments
    where instalments.organization_id = ${organizationId} and instalments.house_id = any(${houseIds}::bigint[])
      and instalments.starts_on <= ${day}::date and (instalments.schedule -> -1 ->> 'dueOn')::date >= ${day}::date
      and (instalments.cancelled_on is null or instalments.cancelled_on > ${day}::date)
    order by instalments.house_id, instalments.personal_account_id, instalments.id
  `.execute(db);
  return rows;
}

export type InstalmentFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listInstalments(
  db: Db,
  { scope, houseId, personalAccountId, beforeId, limit }: InstalmentFilter,
): Promise<readonly InstalmentRow[]> {
  const conditions = allOf([
    withinScope('instalments', scope),
    houseId === undefined ? undefined : sql`instalments.house_id = ${houseId}`,
    personalAccountId === undefined
      ? undefined
      : sql`instalments.personal_account_id = ${personalAccountId}`,
    beforeId === undefined ? undefined : sql`instalments.id < ${beforeId}`,
  ]);
  const { rows } = await sql<InstalmentRow>`
    select * from instalments where ${conditions} order by instalments.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export type Cancellation = {
  readonly cancelledOn: string;
  readonly cancelledBy: number;
  readonly cancelReason: string;
};

export async function markCancelled(
  trx: Trx,
  { organizationId, houseId, personalAccountId, id }: InstalmentRow,
  cancellation: Cancellation,
): Promise<void> {
  await trx
    .updateTable('instalments')
    .set(cancellation)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .where('id', '=', id)
    .execute();
}

/** The account has to be locked, so that nobody else books the interest of its plans. */
export async function insertInterest(
  trx: Trx,
  { organizationId, houseId, personalAccountId, id }: InstalmentRow,
  booked: { readonly period: string; readonly adjustmentId: number },
): Promise<void> {
  await trx
    .insertInto('instalmentInterest')
    .values({ organizationId, houseId, personalAccountId, instalmentId: id, ...booked })
    .execute();
}

export type InterestRow = {
  readonly instalmentId: number;
  /** The plan's month; `bookedIn` is the month in which it is booked. */
  readonly period: string;
  readonly bookedIn: string;
  readonly adjustmentId: number;
  readonly amount: string;
  readonly isReversed: boolean;
};

/** Which of a house's accounts, and the first day of the last month whose bookings count; null for all months. */
export type BooksOf = Omit<AccountPlace, 'personalAccountId'> & {
  readonly personalAccountIds: readonly number[];
  readonly upTo: string | null;
};

/** The interest booked for the plans of some accounts of a house. */
export async function listInterest(
  db: Db,
  { organizationId, houseId, personalAccountIds, upTo }: BooksOf,
): Promise<readonly InterestRow[]> {
  const { rows } = await sql<InterestRow>`
    select instalment_interest.instalment_id, instalment_interest.period, adjustments.booked_in,
      instalment_interest.adjustment_id, adjustments.amount, stornos.entry_id is not null as is_reversed
    from instalment_interest
    join adjustments on adjustments.organization_id = instalment_interest.organization_id
      and adjustments.house_id = instalment_interest.house_id
      and adjustments.personal_account_id = instalment_interest.personal_account_id
      and adjustments.id = instalment_interest.adjustment_id
    left join stornos on stornos.organization_id = instalment_interest.organization_id
      and stornos.house_id = instalment_interest.house_id and stornos.entry_id = instalment_interest.adjustment_id
      and ${isBookedBy('stornos.period', upTo)}
    where instalment_interest.organization_id = ${organizationId} and instalment_interest.house_id = ${houseId}
      and instalment_interest.personal_account_id = any(${personalAccountIds}::bigint[])
      and ${isBookedBy('adjustments.booked_in', upTo)}
    order by instalment_interest.instalment_id, instalment_interest.period
  `.execute(db);
  return rows;
}

/**
 * The principal of an account: the charges by month, and the money that reduced it by day; months are given by their first day.
 */
export type PrincipalRow = {
  readonly personalAccountId: number;
  readonly charged: readonly { readonly period: string; readonly amount: string }[];
  readonly money: readonly {
    readonly day: string;
    /** The month that a write-off or discount concerns; null for payments. */
    readonly lowers: string | null;
    readonly amount: string;
  }[];
};

/** For some accounts of a house, without what was reversed. */
export async function listPrincipal(
  db: Db,
  { organizationId, houseId, personalAccountIds, upTo }: BooksOf,
): Promise<readonly PrincipalRow[]> {
  const stands = sql`not exists (
    select from stornos
    where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
      and stornos.entry_id = ledger_entries.id and ${isBookedBy('stornos.period', upTo)}
  )`;
  const own = sql`ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId}
    and ledger_entries.personal_account_id = accounts.personal_account_id and ledger_entries.debt_kind = 'principal'
    and ${isBookedBy('ledger_entries.period', upTo)}`;
  const { rows } = await sql<PrincipalRow>`
    select accounts.personal_account_id,
      array(
        select json_build_object('period', ${DEBT_MONTH},
          'amount', sum(ledger_entries.debit - ledger_entries.credit)::text)
        from ledger_entries
        ${joinBrought(organizationId)}
        where ${own} and (ledger_entries.transaction_type in ('CHARGE', 'OPENING')
            or ledger_entries.transaction_type = 'ADJUSTMENT' and ledger_entries.debit > 0)
          and ${stands}
        group by ${DEBT_MONTH}
      ) as charged,
      array(
        select json_build_object('day', ledger_entries.effective_on, 'lowers', adjustments.period,
          'amount', sum(ledger_entries.credit)::text)
        from ledger_entries
        left join adjustments on adjustments.organization_id = ledger_entries.organization_id
          and adjustments.house_id = ledger_entries.house_id
          and adjustments.personal_account_id = ledger_entries.personal_account_id
          and adjustments.id = ledger_entries.id and ledger_entries.transaction_type = 'ADJUSTMENT'
        where ${own} and ledger_entries.credit > 0 and ledger_entries.transaction_type in ('PAYMENT', 'ADJUSTMENT')
          and ${stands}
        group by ledger_entries.effective_on, adjustments.period
        order by ledger_entries.effective_on
      ) as money
    from unnest(${personalAccountIds}::bigint[]) as accounts (personal_account_id)
  `.execute(db);
  return rows;
}

function isBookedBy(month: string, upTo: string | null): RawBuilder<boolean> {
  return upTo === null ? sql`true` : sql`${sql.ref(month)} <= ${upTo}::date`;
}

/** Whether the month (its first day) or a later one is closed. */
export async function isClosedFrom(
  trx: Trx,
  organizationId: number,
  month: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom('billingCycles')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('period', '>=', month)
    .where('status', '=', 'CLOSED')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The plans of the cycle's applied houses that have a part in its month or earlier, and are not cancelled. */
export async function listRunning(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly (InstalmentRow & { readonly month: string })[]> {
  const { rows } = await sql<InstalmentRow & { readonly month: string }>`
    select instalments.*, house_months.period as month
    from house_months
    join instalments on instalments.organization_id = house_months.organization_id
      and instalments.house_id = house_months.house_id
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
      and house_months.applied_at is not null and instalments.organization_id = ${organizationId}
      and instalments.cancelled_on is null
      and instalments.starts_on < house_months.period + interval '1 month'
    order by instalments.house_id, instalments.personal_account_id, instalments.id
  `.execute(db);
  return rows;
}
