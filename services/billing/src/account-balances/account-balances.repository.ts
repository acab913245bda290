// Balances in SQL: the sum of an account's entries, moved in the transaction that books them.
import { sql } from 'kysely';
import type { Scope } from '../access/access.service.ts';
import { allOf, withinScope } from '../scope.ts';
import type { Db, Trx } from '../tables.ts';

/** Raises each account's principal debt by its charges of the cycle; returns how many accounts. */
export async function addChargesToBalances(trx: Trx, cycleId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into account_balances (house_id, personal_account_id, organization_id, principal_debt, last_updated_at)
    select charges.house_id, charges.personal_account_id, min(charges.organization_id), sum(charges.amount), now()
    from charges
    join billing_cycles on billing_cycles.id = ${cycleId} and billing_cycles.period = charges.period
    where charges.billing_cycle_id = ${cycleId}
      and charges.house_id in (select house_months.house_id from house_months where house_months.billing_cycle_id = ${cycleId})
    group by charges.house_id, charges.personal_account_id
    order by charges.house_id, charges.personal_account_id
    on conflict on constraint account_balances_pkey do update
      set principal_debt = account_balances.principal_debt + excluded.principal_debt, last_updated_at = now()
  `.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

export type BalanceRow = {
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly principal_debt: string;
  readonly penalty_debt: string;
  readonly last_updated_at: Date;
};

export async function findBalance(
  db: Db,
  houseId: number,
  personalAccountId: number,
): Promise<BalanceRow | undefined> {
  return db
    .selectFrom('account_balances')
    .select([
      'house_id',
      'personal_account_id',
      'principal_debt',
      'penalty_debt',
      'last_updated_at',
    ])
    .where('house_id', '=', houseId)
    .where('personal_account_id', '=', personalAccountId)
    .executeTakeFirst();
}

export type BalanceFilter = {
  readonly scope: Scope;
  /** House and account of the last row seen. */
  readonly after: readonly [number, number] | undefined;
  readonly limit: number;
};

export async function listBalances(
  db: Db,
  { scope, after, limit }: BalanceFilter,
): Promise<readonly BalanceRow[]> {
  const conditions = allOf([
    withinScope('account_balances', scope),
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

export type Drift = {
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly principal_drift: string;
  readonly penalty_drift: string;
};

/** The accounts whose balance is not the sum of their entries. Any row is a fault of ours. */
export async function listDrift(db: Db): Promise<readonly Drift[]> {
  const { rows } = await sql<Drift>`
    with entries as (
      select ledger_entries.house_id, ledger_entries.personal_account_id,
        coalesce(sum(debit - credit) filter (where debt_kind = 'principal'), 0) as principal,
        coalesce(sum(debit - credit) filter (where debt_kind = 'penalty'), 0) as penalty
      from ledger_entries
      group by ledger_entries.house_id, ledger_entries.personal_account_id
    )
    select house_id, personal_account_id,
      coalesce(account_balances.principal_debt, 0) - coalesce(entries.principal, 0) as principal_drift,
      coalesce(account_balances.penalty_debt, 0) - coalesce(entries.penalty, 0) as penalty_drift
    from entries
    full join account_balances using (house_id, personal_account_id)
    where coalesce(account_balances.principal_debt, 0) <> coalesce(entries.principal, 0)
      or coalesce(account_balances.penalty_debt, 0) <> coalesce(entries.penalty, 0)
    order by house_id, personal_account_id
  `.execute(db);
  return rows;
}
