// Walks the ledger's hash chain.
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import type { Db } from '../../tables.ts';
import {
  listDocumentFaults,
  listEntryFaults,
  listOrderFaults,
  type Months,
} from './ledger-chain.repository.ts';

export type ChainFault = NonNullable<MonthSeal['chainFaults']>[number];

/** The most houses in one statement, which holds their links in memory. */
const HOUSES_AT_ONCE = 100;

const EVERY_MONTH: Months = { since: null };

/**
 * The faults in the houses' chains. Any fault means that somebody bypassed the database's guards.
 * @param months whose entries are compared with their links, together with the documents booked since then
 */
export async function findChainFaults(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  months: Months = EVERY_MONTH,
): Promise<readonly ChainFault[]> {
  const since = 'since' in months ? months.since : null;
  const faults: ChainFault[] = [];
  for (const some of inChunks(houseIds, HOUSES_AT_ONCE)) {
    const houses = { organizationId, houseIds: some };
    const rows = [
      ...(await listEntryFaults(db, houses, months)),
      ...(await listOrderFaults(db, houses)),
      ...(await listDocumentFaults(db, houses, since)),
    ];
    for (const { houseId, number, period, fault } of rows)
      faults.push({ houseId, number, period: period?.slice(0, 7) ?? null, fault });
  }
  return faults;
}
