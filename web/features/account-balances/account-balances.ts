// Queries for what accounts owe.
import {
  getAccountBalance,
  type AccountBalance,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { call } from '../../lib/api.ts';
import { read } from '../../lib/reads.ts';

export function balanceOf(personalAccountId: number) {
  return read(getAccountBalance, { params: { personalAccountId } });
}

/** @param asOf `2026-11-25` */
export async function askBalanceOn(
  personalAccountId: number,
  asOf: string,
): Promise<AccountBalance> {
  return call(getAccountBalance, { params: { personalAccountId }, query: { asOf } });
}
