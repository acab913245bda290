// After a cycle is applied: puts the advances of its houses' accounts on the new charges, and looks whether the
// balances of these houses are what they must be.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import { findDrift } from '../account-balances/account-balances.service.ts';
import type { Db } from '../tables.ts';
import { findCycleHouses, listMovedAccounts, lockBalances } from './allocations.repository.ts';
import { ALLOCATION_QUEUE, reallocate } from './allocations.service.ts';

/** Accounts that one transaction holds. */
const ACCOUNTS_AT_ONCE = 50;

export type AllocationDeps = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly log: Pick<Logger, 'error'>;
  /** Told how many accounts of a house have a balance that is not the sum of their entries. */
  readonly onDrift: (accounts: number) => void;
};

/** Starts taking cycles that were applied from the queue. */
export async function workAllocations({ db, queue, log, onDrift }: AllocationDeps): Promise<void> {
  await queue.work(ALLOCATION_QUEUE, async (cycleId, signal) => {
    const cycle = await findCycleHouses(db, cycleId);
    for (const houseId of cycle?.houseIds ?? []) {
      signal.throwIfAborted();
      await allocateHouse(db, { houseId, period: cycle?.period ?? '', cycleId });
      const drift = await findDrift(db, houseId);
      if (drift.length === 0) continue;
      log.error({ houseId, drift }, 'balances are not the sums of their entries');
      onDrift(drift.length);
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
