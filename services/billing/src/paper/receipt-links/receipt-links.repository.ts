// Withdrawn links of receipts in SQL.
import { sql } from 'kysely';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';

export type WithdrawalRow = {
  readonly withdrawals: number;
  readonly withdrawnAt: Date;
  readonly withdrawnBy: number;
  readonly reason: string;
};

const COLUMNS = ['withdrawals', 'withdrawnAt', 'withdrawnBy', 'reason'] as const;

/** Undefined for an account whose links were never withdrawn. */
export async function findWithdrawal(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountPlace,
): Promise<WithdrawalRow | undefined> {
  return db
    .selectFrom('withdrawnLinks')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .executeTakeFirst();
}

/** The house's accounts whose links were withdrawn, and how often. */
export async function listWithdrawals(
  db: Db,
  { organizationId, houseId }: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
): Promise<readonly { readonly personalAccountId: number; readonly withdrawals: number }[]> {
  return db
    .selectFrom('withdrawnLinks')
    .select(['personalAccountId', 'withdrawals'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', sql<number>`any(${personalAccountIds}::bigint[])`)
    .execute();
}

export async function upsertWithdrawal(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  { withdrawnBy, reason }: Pick<WithdrawalRow, 'withdrawnBy' | 'reason'>,
): Promise<WithdrawalRow> {
  const { rows } = await sql<WithdrawalRow>`
    insert into withdrawn_links (organization_id, house_id, personal_account_id, withdrawn_by, reason)
    values (${organizationId}, ${houseId}, ${personalAccountId}, ${withdrawnBy}, ${reason})
    on conflict on constraint withdrawn_links_pkey do update set
      withdrawals = withdrawn_links.withdrawals + 1, withdrawn_at = excluded.withdrawn_at,
      withdrawn_by = excluded.withdrawn_by, reason = excluded.reason
    returning withdrawals, withdrawn_at, withdrawn_by, reason
  `.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('a withdrawal was stored and is not there');
  return row;
}
