// What accounts owe, for the account list.
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** Roubles; an advance is a negative principal. */
export type Owed = {
  readonly personalAccountId: number;
  readonly houseId: number;
  readonly principal: string;
  readonly penalty: string;
};

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
