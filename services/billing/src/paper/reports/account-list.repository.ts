// What accounts owe, for the list of all of them.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { HousesOf } from './reports.repository.ts';

/** Roubles; an advance is a negative principal. */
export type Owed = {
  readonly personalAccountId: number;
  readonly houseId: number;
  readonly principal: string;
  readonly penalty: string;
};

/** Whether row-level security lets the transaction see what the organization has. */
export async function seesOrganization(db: Db, organizationId: number): Promise<boolean> {
  const { rows } = await sql<{ sees: boolean }>`
    select app.may_see(${organizationId}::bigint) as sees
  `.execute(db);
  return rows[0]?.sees === true;
}

/** Of the accounts whose balance is not zero. */
export async function listOwed(
  db: Db,
  { organizationId, houseIds }: HousesOf,
): Promise<readonly Owed[]> {
  const { rows } = await sql<Owed>`
    select account_balances.personal_account_id, account_balances.house_id,
      account_balances.principal_debt as principal, account_balances.penalty_debt as penalty
    from account_balances
    where account_balances.organization_id = ${organizationId}
      and account_balances.house_id = any(${houseIds}::bigint[])
      and (account_balances.principal_debt <> 0 or account_balances.penalty_debt <> 0)
  `.execute(db);
  return rows;
}
