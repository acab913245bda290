// Whose a row is, by what core knows of the account numbers that it could mean.
import type { LookedUpRow, RowToLookUp } from './judging.repository.ts';
import { reason } from '../row-reasons.ts';

export type KnownAccount = {
  readonly accountNumber: string;
  readonly houseId: number;
  readonly personalAccountId: number;
};

export function lookUp(
  rows: readonly RowToLookUp[],
  accounts: readonly KnownAccount[],
): readonly LookedUpRow[] {
  const known = new Map(accounts.map((account) => [account.accountNumber, account]));
  return rows.map(({ line, accountNumbers: numbers }) => {
    const [account, ...others] = numbers.flatMap((number) => known.get(number) ?? []);
    const place = { line, houseId: null, personalAccountId: null };
    if (account === undefined)
      return { ...place, reasons: [reason('account-unknown', numbers.join(', '))] };
    if (others.length > 0) {
      const named = [account, ...others].map(({ accountNumber }) => accountNumber);
      return { ...place, reasons: [reason('accounts-several', named.join(', '))] };
    }
    const { houseId, personalAccountId } = account;
    return { line, houseId, personalAccountId, reasons: [] };
  });
}
