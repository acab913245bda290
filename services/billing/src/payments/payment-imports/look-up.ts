// Finds a row's account among the account numbers that it could mean.
import { reason, type RowReason } from '../row-reasons.ts';

export type KnownAccount = {
  readonly accountNumber: string;
  readonly houseId: number;
  readonly personalAccountId: number;
};

export type Owner = {
  readonly houseId: number | null;
  readonly personalAccountId: number | null;
  /** Why no account was found. */
  readonly reasons: readonly RowReason[];
};

/** @param known by number */
export function lookUp(
  numbers: readonly string[],
  known: ReadonlyMap<string, KnownAccount>,
): Owner {
  const nobody = { houseId: null, personalAccountId: null };
  const [account, ...others] = numbers.flatMap((number) => known.get(number) ?? []);
  if (account === undefined)
    return { ...nobody, reasons: [reason('account-unknown', numbers.join(', '))] };
  if (others.length > 0) {
    const named = [account, ...others].map(({ accountNumber }) => accountNumber);
    return { ...nobody, reasons: [reason('accounts-several', named.join(', '))] };
  }
  const { houseId, personalAccountId } = account;
  return { houseId, personalAccountId, reasons: [] };
}
