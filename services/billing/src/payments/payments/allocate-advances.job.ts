// After a cycle is applied: merges the additions to its houses' balances, and allocates advances to the new charges. A payment
// waits at most for one transaction of this job.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { Db } from '../../tables.ts';
import {
  lockAccountsOfHouse,
  mergeChargesOfHouse,
} from '../../books/account-balances/account-balances.service.ts';
import { findCycleHouses, listMovedAccounts, type HousePlace } from './allocations.repository.ts';
import { workRuleAllocations, type AllocationDeps } from './allocate-by-rules.job.ts';
import { ALLOCATION_QUEUE, reallocate } from './allocations.service.ts';

/** Accounts locked by one transaction. */
const ACCOUNTS_AT_ONCE = 50;
const MERGED_AT_ONCE = 500;

/** Starts taking applied cycles, and changed rules, from their queues. */
export async function workAllocations({ db, queue, log }: AllocationDeps): Promise<void> {
  await workRuleAllocations({ db, queue, log });
  await queue.work(ALLOCATION_QUEUE, async ({ organizationId, reference: cycleId }, signal) => {
    const cycle = await findCycleHouses(db, { organizationId, cycleId });
    for (const houseId of cycle?.houseIds ?? []) {
      signal.throwIfAborted();
      const house = { organizationId, houseId };
      await allocateHouse(db, house, { period: cycle?.period ?? '', cycleId });
    }
  });
  await queue.giveUp(ALLOCATION_QUEUE, async ({ reference: cycleId }) =>
    log.error({ cycleId }, 'the advances of a cycle were not put on its charges'),
  );
}

async function allocateHouse(
  db: Db,
  house: HousePlace,
  { period, cycleId }: { readonly period: string; readonly cycleId: number },
): Promise<void> {
  const accounts = await listMovedAccounts(db, house, period);
  for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE) {
    await inTransaction(db, async (trx) => {
      const ids = accounts.slice(start, start + ACCOUNTS_AT_ONCE);
      const places = await lockAccountsOfHouse(trx, house, ids);
      await reallocate(trx, house, places, { reason: 'new-charges', causeId: cycleId });
    });
  }
  while ((await mergeChargesOfHouse(db, house, MERGED_AT_ONCE)) === MERGED_AT_ONCE);
}
