// Looks through the whole ledger for what must never be: balances that are not the sums of their entries, and payments
// whose parts do not sum to them.
import type { Drift } from '../account-balances/account-balances.repository.ts';
import { findDrift } from '../account-balances/account-balances.service.ts';
import type { Db } from '../tables.ts';
import { listStrayPayments, type StrayPayment } from './ledger-verification.repository.ts';

/** What should not be there; empty lists are a ledger in order. */
export type LedgerFaults = {
  readonly drift: readonly Drift[];
  readonly strayPayments: readonly StrayPayment[];
};

/** @param db sees the books of everybody */
export async function verifyLedger(db: Db): Promise<LedgerFaults> {
  return { drift: await findDrift(db), strayPayments: await listStrayPayments(db) };
}

export function isInOrder({ drift, strayPayments }: LedgerFaults): boolean {
  return drift.length === 0 && strayPayments.length === 0;
}
