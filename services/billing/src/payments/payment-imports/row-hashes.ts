// Hashes that identify a row when it is imported again, in the same file or in another.
import { createHash } from 'node:crypto';
import type { RegistryProfile } from '@kvartplata/contracts/billing/registry-profiles.ts';
import type { RegistryRow } from './registry-row.ts';

export type RowHashes = {
  /** Of the operation, by the bank's number; null where it has none. */
  readonly operation: string | null;
  /** Of the payment: with an operation, its account, amount and day; otherwise, all the row's values. */
  readonly row: string;
};

export function hashesOf(profile: RegistryProfile, row: RegistryRow): RowHashes {
  const { operation, accounts, amountKopecks, paidOn } = row;
  const payment = [profile, operation, accounts, String(amountKopecks), String(paidOn)];
  const rest = operation === null ? [String(row.period), row.payer, row.purpose] : [];
  return {
    operation: operation === null ? null : hash([profile, operation]),
    row: hash([...payment, ...rest]),
  };
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
