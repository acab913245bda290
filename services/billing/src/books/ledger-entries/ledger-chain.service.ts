// Walks the ledger's hash chain.
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import type { Db } from '../../tables.ts';
import { listChainFaults, listDocumentFaults, type HousesOf } from './ledger-chain.repository.ts';

export type ChainFault = MonthSeal['chainFaults'][number];

/** So many houses in one statement: it holds their lines in memory. */
const HOUSES_AT_ONCE = 100;

/**
 * What is wrong with the chains of the houses. Any fault means that somebody went past the database's guards.
 * @param since the first day of the month from which on the entries are held against their links; all of them when null
 */
export async function findChainFaults(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  since: string | null = null,
): Promise<readonly ChainFault[]> {
  const faults: ChainFault[] = [];
  for (let from = 0; from < houseIds.length; from += HOUSES_AT_ONCE) {
    const houses = { organizationId, houseIds: houseIds.slice(from, from + HOUSES_AT_ONCE) };
    const rows = [
      ...(await listChainFaults(db, houses, since)),
      ...(await listDocumentFaults(db, houses, since)),
    ];
    for (const { houseId, number, period, fault } of rows)
      faults.push({ houseId, number, period: period?.slice(0, 7) ?? null, fault });
  }
  return faults;
}
