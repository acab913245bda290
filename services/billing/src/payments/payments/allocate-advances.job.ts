// After a cycle is applied: merges the additions to its houses' balances, and allocates advances to the new charges. A payment
// waits at most for one transaction of this job.
import { inBatches, inChunks } from '@kvartplata/platform/database/batches.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import type { Db } from '../../tables.ts';
import {
  lockAccountsOfHouse,
  mergeChargesOfHouses,
} from '../../books/account-balances/account-balances.service.ts';
import { findCycleHouses, listMovedAccounts } from './allocations.repository.ts';
import { workRuleAllocations, type AllocationDeps } from './allocate-by-rules.job.ts';
import { ALLOCATION_QUEUE, reallocate } from './allocations.service.ts';

/** Small houses are read together: a statement of its own costs more than what it reads of one. */
const CHARGES_AT_ONCE = 4_000;
/** Accounts locked by one transaction. */
const REALLOCATED_AT_ONCE = 50;
const MERGED_AT_ONCE = 100;

/** Starts taking applied cycles, and changed rules, from their queues. */
export async function workAllocations({ db, queue, log }: AllocationDeps): Promise<void> {
  await workRuleAllocations({ db, queue, log });
  await queue.work(ALLOCATION_QUEUE, async ({ organizationId, reference: cycleId }, signal) => {
    const { period, houses } = await findCycleHouses(db, { organizationId, cycleId });
    for (const together of inBatches(houses, ({ charges }) => charges, CHARGES_AT_ONCE)) {
      signal.throwIfAborted();
      const ofThem = { organizationId, houseIds: together.map(({ houseId }) => houseId) };
      await allocateHouses(db, ofThem, { period, cycleId });
      while ((await mergeChargesOfHouses(db, ofThem, MERGED_AT_ONCE)) === MERGED_AT_ONCE);
    }
  });
  await queue.giveUp(ALLOCATION_QUEUE, async ({ reference: cycleId }) =>
    log.error({ cycleId }, 'the advances of a cycle were not put on its charges'),
  );
}

async function allocateHouses(
  db: Db,
  houses: HousesOf,
  { period, cycleId }: { readonly period: string; readonly cycleId: number },
): Promise<void> {
  const moved = await listMovedAccounts(db, houses, period);
  for (const [houseId, accounts] of Map.groupBy(moved, (account) => account.houseId)) {
    const house = { organizationId: houses.organizationId, houseId };
    const ids = accounts.map(({ personalAccountId }) => personalAccountId);
    for (const together of inChunks(ids, REALLOCATED_AT_ONCE))
      await inTransaction(db, async (trx) => {
        const places = await lockAccountsOfHouse(trx, house, together);
        await reallocate(trx, house, places, { reason: 'new-charges', causeId: cycleId });
      });
  }
}
