// After a cycle is applied: puts the advances of its houses' accounts on the new charges.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import type { Db } from '../../tables.ts';
import { findCycleHouses, listMovedAccounts, lockBalances } from './allocations.repository.ts';
import { ALLOCATION_QUEUE, reallocate } from './allocations.service.ts';

/** Accounts that one transaction holds. */
const ACCOUNTS_AT_ONCE = 50;

export type AllocationDeps = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly log: Pick<Logger, 'error'>;
};

/** Starts taking cycles that were applied from the queue. */
export async function workAllocations({ db, queue, log }: AllocationDeps): Promise<void> {
  await queue.work(ALLOCATION_QUEUE, async (cycleId, signal) => {
    const cycle = await findCycleHouses(db, cycleId);
    for (const houseId of cycle?.houseIds ?? []) {
      signal.throwIfAborted();
      await allocateHouse(db, { houseId, period: cycle?.period ?? '', cycleId });
    }
  });
  await queue.giveUp(ALLOCATION_QUEUE, async (cycleId) =>
    log.error({ cycleId }, 'the advances of a cycle were not put on its charges'),
  );
}

type Month = { readonly houseId: number; readonly period: string; readonly cycleId: number };

async function allocateHouse(db: Db, { houseId, period, cycleId }: Month): Promise<void> {
  const accounts = await listMovedAccounts(db, houseId, period);
  for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE) {
    await inTransaction(db, async (trx) => {
      const ids = accounts.slice(start, start + ACCOUNTS_AT_ONCE);
      const places = await lockBalances(trx, houseId, ids);
      await reallocate(trx, houseId, places, { reason: 'new-charges', causeId: cycleId });
    });
  }
}
