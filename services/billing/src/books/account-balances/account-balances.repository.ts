// Balances in SQL: the sums of accounts' entries, updated in the transaction that books the entries.
import { rowsOfJson } from '@kvartplata/platform/database/names.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../access/places.ts';
import { allOf, withinScope } from '../../access/scope.ts';
import type { Db } from '../../tables.ts';
import type { OwnCycle } from '../cycles/cycles.repository.ts';

/** A cycle that is being applied, and the first day of its month. */
export type AppliedMonth = OwnCycle & { readonly period: string };

/** Houses of an organization, and the job that accrued their penalties. */
export type AccruedHouses = {
  readonly organizationId: number;
  readonly jobId: number;
  readonly houseIds: readonly number[];
};

export type AccountPlace = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly organizationId: number;
};

export type LockedBalance = {
  readonly principalDebt: string;
  readonly penaltyDebt: string;
  /** The principal debt by month, `YYYY-MM`, in roubles. */
  readonly openDebts: Readonly<Record<string, string>>;
  /** How much of it is court fees. */
  readonly openCourtFees: string;
  /** The part of the payments that is not allocated to any debt yet. */
  readonly advance: string;
  /** The last day on which money was received. */
  readonly moneyUntil: string | null;
};

/** Locks the accounts' balances in the order of house and account, creating empty ones where there are none. */
export function lockBalances(
  organizationId: number,
  places: readonly AccountPlace[],
): RawBuilder<AccountPlace & LockedBalance> {
  return sql`select /* kept: lock-balances */
      organization_id, house_id, personal_account_id, principal_debt, penalty_debt, open_debts, open_court_fees, advance,
      money_until
    from app.lock_balances(${organizationId}, ${places.map(({ houseId }) => houseId)}::bigint[],
      ${places.map(({ personalAccountId }) => personalAccountId)}::bigint[])
  `;
}

/**
 * Merges the unmerged charges of houses into their balances, in a transaction of its own.
 * @param most the maximum number of accounts
 * @returns the number of accounts merged
 */
export async function mergeCharges(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ merged: number }>`
    select app.merge_charges(${organizationId}, ${houseIds}::bigint[], ${most}) as merged
  `.execute(db);
  return rows[0]?.merged ?? 0;
}

export type BalanceRow = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly principalDebt: string;
  readonly penaltyDebt: string;
  readonly lastUpdatedAt: Date;
};

export async function findBalance(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountPlace,
): Promise<(BalanceRow & Pick<LockedBalance, 'openDebts'>) | undefined> {
  const { rows } = await sql<BalanceRow & Pick<LockedBalance, 'openDebts'>>`/* kept: find-balance */
    select account_balances.house_id, account_balances.personal_account_id, account_balances.principal_debt,
      account_balances.penalty_debt, account_balances.last_updated_at, account_balances.open_debts
    from account_balances
    where account_balances.organization_id = ${organizationId} and account_balances.house_id = ${houseId}
      and account_balances.personal_account_id = ${personalAccountId}
  `.execute(db);
  return rows[0];
}

export type BalanceFilter = {
  readonly scope: Scope;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  /** House and account of the last row of the page before. */
  readonly after: readonly [number, number] | undefined;
  readonly limit: number;
};

export async function listBalances(
  db: Db,
  { scope, houseId, personalAccountId, after, limit }: BalanceFilter,
): Promise<readonly BalanceRow[]> {
  const conditions = allOf([
    withinScope('accountBalances', scope),
    houseId === undefined ? undefined : sql`account_balances.house_id = ${houseId}`,
    personalAccountId === undefined
      ? undefined
      : sql`account_balances.personal_account_id = ${personalAccountId}`,
    after === undefined
      ? undefined
      : sql`(account_balances.house_id, account_balances.personal_account_id) > (${after[0]}, ${after[1]})`,
  ]);
  const { rows } = await sql<BalanceRow>`
    select account_balances.house_id, account_balances.personal_account_id, account_balances.principal_debt,
      account_balances.penalty_debt, account_balances.last_updated_at
    from account_balances
    where ${conditions}
    order by account_balances.house_id, account_balances.personal_account_id
    limit ${limit}
  `.execute(db);
  return rows;
}

export type AccountsWithin = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId?: number | undefined;
};

/** Like `listBalances`, but from the entries that count by the end of the day. */
export async function listBalancesAsOf(
  db: Db,
  asOf: string,
  within: AccountsWithin,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly BalanceRow[]> {
  const { organizationId, houseId, personalAccountId } = within;
  const account =
    personalAccountId === undefined
      ? sql`true`
      : sql`ledger_entries.personal_account_id = ${personalAccountId}`;
  const { rows } = await sql<BalanceRow>`
    select ledger_entries.house_id, ledger_entries.personal_account_id,
      coalesce(sum(debit - credit) filter (where debt_kind = 'principal'), 0)::numeric(14, 2) as principal_debt,
      coalesce(sum(debit - credit) filter (where debt_kind = 'penalty'), 0)::numeric(14, 2) as penalty_debt,
      max(ledger_entries.created_at) as last_updated_at
    from ledger_entries
    where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId} and ${account}
      and ledger_entries.personal_account_id > ${page.afterId} and ledger_entries.effective_on <= ${asOf}::date
    group by ledger_entries.house_id, ledger_entries.personal_account_id
    order by ledger_entries.house_id, ledger_entries.personal_account_id
    limit ${page.limit}
  `.execute(db);
  return rows;
}

export type Drift = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly principalDrift: string;
  readonly penaltyDrift: string;
};

/** The accounts of an organization whose balance is not the sum of their entries. Any row is a bug. */
export async function listDrift(db: Db, organizationId: number): Promise<readonly Drift[]> {
  const { rows } = await sql<Drift>`
    ${driftOf({ organizationId })} order by house_id, personal_account_id
  `.execute(db);
  return rows;
}

export type DriftPage = {
  /** House and account of the last row of the page before. */
  readonly after: readonly [number, number] | undefined;
  readonly limit: number;
  /** Whether to read all entries, or only those of houses whose balances do not add up to the sums of their months. */
  readonly isThorough: boolean;
};

/** The same, as a count and a page. */
export async function findDriftOf(
  db: Db,
  organizationId: number,
  { after, limit, isThorough }: DriftPage,
): Promise<{ readonly count: number; readonly rows: readonly Drift[] }> {
  const [houseId, accountId] = after ?? [0, 0];
  const houseIds = isThorough ? undefined : await listHousesAdrift(db, { organizationId });
  if (houseIds?.length === 0) return { count: 0, rows: [] };
  const { rows } = await sql<{ count: number; rows: readonly Drift[] }>`
    with drift as materialized (${driftOf({ organizationId, houseIds })})
    select (select count(*)::integer from drift) as count,
      coalesce(json_agg(page order by page.house_id, page.personal_account_id), '[]') as rows
    from (
      select drift.house_id, drift.personal_account_id, drift.principal_drift::text, drift.penalty_drift::text
      from drift
      where (drift.house_id, drift.personal_account_id) > (${houseId}::bigint, ${accountId}::bigint)
      order by drift.house_id, drift.personal_account_id
      limit ${limit}
    ) as page
  `.execute(db);
  const [found] = rows;
  return { count: found?.count ?? 0, rows: rowsOfJson(found?.rows ?? []) };
}

/**
 * Houses whose balances do not add up to the sums of their months. Every booking updates both, so a consistent house is
 * recognized without reading its entries; two errors that cancel each other out are found only by reading the entries.
 */
export async function listHousesAdrift(
  db: Db,
  { organizationId, houseIds }: Within,
): Promise<readonly number[]> {
  const { rows } = await sql<{ houseId: number }>`
    select house_id
    from (
      select account_balances.house_id, sum(account_balances.principal_debt + account_balances.penalty_debt) as owed
      from account_balances
      where account_balances.organization_id = ${organizationId} and ${inHouses('accountBalances', houseIds)}
      group by account_balances.house_id
    ) as balances
    full join (
      select sums.house_id,
        sum(sums.charged + sums.penalty - sums.paid - sums.charged_back - sums.penalty_back + sums.paid_back) as owed
      from house_month_sums as sums
      where sums.organization_id = ${organizationId} and ${inHouses('sums', houseIds)}
      group by sums.house_id
    ) as months using (house_id)
    where coalesce(balances.owed, 0) <> coalesce(months.owed, 0)
  `.execute(db);
  return rows.map(({ houseId }) => houseId);
}

/** An organization's houses; all of them when `houseIds` is omitted. */
type Within = {
  readonly organizationId: number;
  readonly houseIds?: readonly number[] | undefined;
};

function inHouses(table: string, houseIds: readonly number[] | undefined): RawBuilder<unknown> {
  return houseIds === undefined
    ? sql`true`
    : sql`${sql.ref(`${table}.houseId`)} = any(${houseIds}::bigint[])`;
}

/** Accounts whose entries are all of undone openings may have no balance: an undo forgets them. */
function driftOf({ organizationId, houseIds }: Within): RawBuilder<unknown> {
  return sql`
    with entries as (
      select ledger_entries.house_id, ledger_entries.personal_account_id,
        coalesce(sum(debit - credit) filter (where debt_kind = 'principal'), 0) as principal,
        coalesce(sum(debit - credit) filter (where debt_kind = 'penalty'), 0) as penalty,
        bool_or(ledger_entries.transaction_type <> 'OPENING') as is_lasting
      from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ${inHouses('ledgerEntries', houseIds)}
      group by ledger_entries.house_id, ledger_entries.personal_account_id
    ),
    balances as (
      select account_balances.house_id, account_balances.personal_account_id, account_balances.principal_debt,
        account_balances.penalty_debt
      from account_balances
      where account_balances.organization_id = ${organizationId} and ${inHouses('accountBalances', houseIds)}
    )
    select house_id, personal_account_id,
      coalesce(balances.principal_debt, 0) - coalesce(entries.principal, 0) as principal_drift,
      coalesce(balances.penalty_debt, 0) - coalesce(entries.penalty, 0) as penalty_drift
    from entries
    full join balances using (house_id, personal_account_id)
    where balances.house_id is null and entries.is_lasting
      or coalesce(balances.principal_debt, 0) <> coalesce(entries.principal, 0)
      or coalesce(balances.penalty_debt, 0) <> coalesce(entries.penalty, 0)`;
}
