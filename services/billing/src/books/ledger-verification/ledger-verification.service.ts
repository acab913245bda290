// Looks through the whole ledger for what must never be: balances that are not the sums of their entries, payments whose
// parts do not sum to them, sums of months that are not those of their entries, and entries that are not what they were when they were booked.
import type { Drift } from '../account-balances/account-balances.repository.ts';
import { findDrift } from '../account-balances/account-balances.service.ts';
import { findChainFaults, type ChainFault } from '../ledger-entries/ledger-chain.service.ts';
import type { Db } from '../../tables.ts';
import {
  listBookedHouses,
  listStrayPayments,
  listWrongSums,
  type StrayPayment,
  type WrongSums,
} from './ledger-verification.repository.ts';

/** What should not be there; empty lists are a ledger in order. */
export type LedgerFaults = {
  readonly drift: readonly Drift[];
  readonly strayPayments: readonly StrayPayment[];
  readonly wrongSums: readonly WrongSums[];
  readonly chainFaults: readonly ChainFault[];
};

/** @param db sees the books of everybody */
export async function verifyLedger(db: Db): Promise<LedgerFaults> {
  const drift: Drift[] = [];
  const strayPayments: StrayPayment[] = [];
  const wrongSums: WrongSums[] = [];
  const chainFaults: ChainFault[] = [];
  for (const booked of await listBookedHouses(db)) {
    drift.push(...(await findDrift(db, booked.organizationId)));
    strayPayments.push(...(await listStrayPayments(db, booked.organizationId)));
    wrongSums.push(...(await listWrongSums(db, booked.organizationId)));
    chainFaults.push(...(await findChainFaults(db, booked)));
  }
  return { drift, strayPayments, wrongSums, chainFaults };
}

export function isInOrder(faults: LedgerFaults): boolean {
  return Object.values(faults).every((list) => list.length === 0);
}
