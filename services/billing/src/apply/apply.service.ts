// Puts a computed month into the ledger.
import type { AppliedCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Access, Caller } from '../access/access.service.ts';
import { getCycle } from '../cycles/cycles.service.ts';
import { bookCharges } from '../ledger/ledger.service.ts';
import type { Db } from '../tables.ts';
import { markApplied, sumCharges } from './apply.repository.ts';

/**
 * Books every charge of a DRAFT cycle and moves the balances with them, all in one transaction.
 * Checked in this order: the cycle is there, the role, it is a draft, no job is under way.
 * @throws Refusal not-found, forbidden, cycle-not-draft, job-under-way
 */
export async function applyCycle(
  db: Db,
  access: Access,
  caller: Caller,
  cycleId: number,
): Promise<AppliedCycle> {
  await getCycle(db, access, caller, cycleId, 'accountant');
  const applied = await inTransaction(db, async (trx) => {
    if (!(await markApplied(trx, cycleId))) {
      throw new Refusal('cycle-not-draft', `Cycle ${cycleId} has been applied already`);
    }
    const { charges, amount, jobsUnderWay } = await sumCharges(trx, cycleId);
    if (jobsUnderWay > 0)
      throw new Refusal('job-under-way', `Cycle ${cycleId} is still being computed`);
    return { charges, amount, ...(await bookCharges(trx, cycleId)) };
  });
  return {
    cycle: await getCycle(db, access, caller, cycleId),
    chargesApplied: applied.charges,
    ledgerEntriesCreated: applied.entries,
    accountsUpdated: applied.accounts,
    totalAmount: applied.amount,
  };
}
