// Moves balances with the ledger, and reads them for a caller.
import type { AccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Caller } from '../access/access.service.ts';
import type { Trx } from '../tables.ts';
import {
  addChargesToBalances,
  findBalance,
  listBalances,
  type BalanceRow,
} from './account-balances.repository.ts';

/** Raises each account's principal debt by its charges of the cycle; returns how many accounts. */
export async function raiseBalancesByCharges(trx: Trx, cycleId: number): Promise<number> {
  return addChargesToBalances(trx, cycleId);
}

/**
 * An account that nothing was booked for yet owes nothing.
 * @throws Refusal not-found for an account that is not the caller's
 */
export async function getBalance(
  caller: Caller,
  personalAccountId: number,
): Promise<AccountBalance> {
  const { houseId } = await caller.requireAccount(personalAccountId);
  const row = await findBalance(caller.db, houseId, personalAccountId);
  if (row !== undefined) return toBalance(row);
  return {
    personalAccountId,
    houseId,
    principalDebt: '0.00',
    penaltyDebt: '0.00',
    lastUpdatedAt: null,
  };
}

export type BalancesQuery = {
  readonly houseId?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export async function listAccountBalances(
  caller: Caller,
  query: BalancesQuery,
): Promise<PageOf<AccountBalance>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['number', 'number']);
  const scope = await caller.scopeOf({ houseId: query.houseId });
  const rows = await listBalances(caller.db, { scope, after, limit: limit + 1 });
  return pageOf(rows, limit, (row) => [row.house_id, row.personal_account_id], toBalance);
}

function toBalance(row: BalanceRow): AccountBalance {
  return {
    personalAccountId: row.personal_account_id,
    houseId: row.house_id,
    principalDebt: row.principal_debt,
    penaltyDebt: row.penalty_debt,
    lastUpdatedAt: row.last_updated_at.toISOString(),
  };
}
