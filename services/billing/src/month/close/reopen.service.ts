// Reopens the last closed month, as long as nothing depends on its being closed.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { firstDayOf, lastDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { getCycle, readCycle } from '../../books/cycles/cycles.service.ts';
import { insertReopening, isBuiltUpon, markReopened } from './reopen.repository.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';

/**
 * A month that was closed before its end, which is no longer possible, can be reopened whatever was booked after it: that was
 * booked in the later month for no other reason.
 * Checked in this order: the cycle exists, the role, it is closed, no later month is closed or was applied since, nothing was
 * booked in a later month because this one was closed.
 * @throws Refusal not-found, forbidden, cycle-not-closed, month-archived, month-built-upon
 */
export async function reopenCycle(
  caller: Caller,
  cycleId: number,
  reason: string,
  today: Temporal.PlainDate,
): Promise<BillingCycle> {
  const cycle = await getCycle(caller, cycleId);
  const { organizationId } = cycle;
  const own = { organizationId, cycleId };
  const isOver = compareDays(lastDayOf(Temporal.PlainYearMonth.from(cycle)), today) < 0;
  try {
    return await inTransaction(caller.db, async (trx) => {
      const closed = await insertReopening(trx, { ...own, reason, userId: caller.userId });
      if (closed === undefined)
        throw new Refusal('cycle-not-closed', `Cycle ${cycleId} is not closed`);
      await markReopened(trx, own);
      await requireChargesKept(trx, formatDay(firstDayOf(Temporal.PlainYearMonth.from(cycle))));
      if (isOver && (await isBuiltUpon(trx, organizationId, closed)))
        throw builtUpon('Something of the month was booked in a later one since it was closed');
      const reopened = await readCycle(trx, own);
      await recordChange(trx, caller.actor, {
        action: 'cycle.reopened',
        object: { type: 'cycle', id: cycleId },
        organizationId,
        before: { status: 'CLOSED', closedAt: closed.closedAt.toISOString() },
        after: { ...reopened, reason },
      });
      return reopened;
    });
  } catch (error) {
    if (violates(error, 'billing_cycles_last_is_reopened'))
      throw builtUpon('A later month is closed: reopen that one first', error);
    if (violates(error, 'billing_cycles_reopened_before_the_next'))
      throw builtUpon('A later month was applied since it was closed', error);
    throw error;
  }
}

function builtUpon(detail: string, cause?: unknown): Refusal {
  return new Refusal('month-built-upon', detail, { cause });
}
