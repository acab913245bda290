// Closes an applied month and seals it: from then on neither it nor any month before it takes an entry.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../access/access.service.ts';
import { getCycle, readCycle } from '../cycles/cycles.service.ts';
import { findEarlierDraft, markClosed } from './close.repository.ts';
import { sealMonth } from './seal.service.ts';

/**
 * Checked in this order: the cycle is there, the role, it is applied, no earlier month waits to be applied.
 * @throws Refusal not-found, forbidden, cycle-not-applied, earlier-cycle-draft
 */
export async function closeCycle(caller: Caller, cycleId: number): Promise<BillingCycle> {
  const { organizationId } = await getCycle(caller, cycleId);
  return inTransaction(caller.db, async (trx) => {
    if (!(await markClosed(trx, cycleId)))
      throw new Refusal('cycle-not-applied', `Cycle ${cycleId} is a draft, or closed already`);
    const draft = await findEarlierDraft(trx, cycleId);
    if (draft !== undefined)
      throw new Refusal('earlier-cycle-draft', `Apply ${draft} first: closed months take no entry`);
    const seal = await sealMonth(trx, cycleId, organizationId);
    const closed = await readCycle(trx, cycleId);
    await recordChange(trx, caller.actor, {
      action: 'cycle.closed',
      object: { type: 'cycle', id: cycleId },
      organizationId,
      before: { status: 'APPLIED' },
      after: { ...closed, ...seal },
    });
    return closed;
  });
}
