// Puts a computed month into the ledger.
import type { AppliedCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Caller } from '../access/access.service.ts';
import type { AppliedMonth } from '../account-balances/account-balances.repository.ts';
import { inBatches } from '../batches.ts';
import { getCycle, readCycle } from '../cycles/cycles.service.ts';
import { asMonthRefusal, bookCharges } from '../ledger/ledger.service.ts';
import { ALLOCATION_QUEUE } from '../payments/allocations.service.ts';
import { makeRoom } from '../room.repository.ts';
import type { Trx } from '../tables.ts';
import { listHousesToBook, markApplied, sumCharges } from './apply.repository.ts';

/** So many charges are booked by one statement: their lines are hashed in the memory that `makeRoom` gives. */
const CHARGES_AT_ONCE = 100_000;

/**
 * Books every charge of a DRAFT cycle and moves the balances with them, all in one transaction. Advances are put on
 * the new charges by a job that follows.
 * Checked in this order: the cycle is there, the role, the idempotency key, it is a draft, no job is under way, no
 * month from it on is closed.
 * @throws Refusal not-found, forbidden, idempotency-key-in-use, idempotency-key-reused, cycle-not-draft,
 * job-under-way, month-closed
 */
export async function applyCycle(
  queue: JobQueue,
  caller: Caller,
  cycleId: number,
  once: Once,
): Promise<AppliedCycle> {
  const { organizationId } = await getCycle(caller, cycleId);
  try {
    return await inTransaction(caller.db, async (trx) =>
      once(trx, async () => {
        const applied = await apply(trx, cycleId);
        await queue.enqueue(trx, ALLOCATION_QUEUE, cycleId);
        await recordChange(trx, caller.actor, {
          action: 'cycle.applied',
          object: { type: 'cycle', id: cycleId },
          organizationId,
          before: { status: 'DRAFT' },
          after: applied,
        });
        return applied;
      }),
    );
  } catch (error) {
    throw asMonthRefusal(error);
  }
}

async function apply(trx: Trx, cycleId: number): Promise<AppliedCycle> {
  const period = await markApplied(trx, cycleId);
  if (period === undefined)
    throw new Refusal('cycle-not-draft', `Cycle ${cycleId} has been applied already`);
  const { charges, amount, jobsUnderWay } = await sumCharges(trx, cycleId);
  if (jobsUnderWay > 0)
    throw new Refusal('job-under-way', `Cycle ${cycleId} is still being computed`);
  const { entries, accounts } = await bookMonth(trx, { cycleId, period });
  return {
    cycle: await readCycle(trx, cycleId),
    chargesApplied: charges,
    ledgerEntriesCreated: entries,
    accountsUpdated: accounts,
    totalAmount: amount,
  };
}

/** Books what a cycle that has just been marked as applied has charged. */
export async function bookMonth(
  trx: Trx,
  month: AppliedMonth,
): Promise<{ readonly entries: number; readonly accounts: number }> {
  await makeRoom(trx);
  const houses = await listHousesToBook(trx, month.cycleId);
  const batches = [...inBatches(houses, ({ charges }) => charges, CHARGES_AT_ONCE)];
  return bookCharges(
    trx,
    month,
    batches.map((batch) => batch.map(({ houseId }) => houseId)),
  );
}
