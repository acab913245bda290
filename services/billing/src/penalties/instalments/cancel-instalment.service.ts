// Cancels a plan: the debts it covers bear penalties again, and its interest of open months is reversed.
import type { Instalment } from '@kvartplata/contracts/billing/instalments.ts';
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { progressOf } from '@kvartplata/domain/regulation/instalment/plan-progress.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { lockAccounts } from '../../books/account-balances/account-balances.service.ts';
import { holdMonthsOpen, inBooking } from '../../books/cycles/open-months.service.ts';
import { bookStorno } from '../../books/ledger-entries/ledger-entries.service.ts';
import { reallocate } from '../../payments/payments/allocations.service.ts';
import type { Trx } from '../../tables.ts';
import { findInstalment, isClosedFrom, markCancelled } from './instalments.repository.ts';
import { getOwnRow, readInstalment, type Asker } from './instalments.service.ts';
import { toAudited } from './to-instalment.service.ts';
import { withBooks, type PlanWithBooks } from './plan-books.service.ts';

/** Used when no reason was given: the page and the audit log show a reason for every cancelled plan. */
const NO_REASON = 'Причина не указана';

/**
 * The plan ends today.
 * Checked in this order: it exists, the role, the idempotency key, it is active.
 * @throws Refusal not-found, forbidden, idempotency-key-in-use, idempotency-key-reused, instalment-over
 */
export async function cancelInstalment(
  { caller, once, today }: Asker,
  id: number,
  reason = NO_REASON,
): Promise<Instalment> {
  const { organizationId, houseId, personalAccountId } = await getOwnRow(caller, id);
  const place = { organizationId, houseId, personalAccountId };
  return inBooking(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await holdMonthsOpen(trx, organizationId);
      await lockAccounts(trx, organizationId, [place]);
      const row = await findInstalment(trx, [organizationId], id);
      const [read] = await withBooks(trx, row === undefined ? [] : [row]);
      if (read === undefined) throw new Error(`instalment plan ${id} has vanished`);
      if (progressOf(read.plan, read.books, numberOfDay(today)).state !== 'active')
        throw new Refusal('instalment-over', `The plan ${id} is over`);
      await takeInterestBack(trx, read, reason);
      await markCancelled(trx, read.row, {
        cancelledOn: formatDay(today),
        cancelledBy: caller.userId,
        cancelReason: reason,
      });
      const cancelled = await readInstalment(trx, organizationId, id, today);
      await recordChange(trx, caller.actor, {
        action: 'instalment.cancelled',
        object: { type: 'instalment', id },
        organizationId,
        before: { state: 'active' },
        after: toAudited(cancelled),
      });
      return cancelled;
    }),
  );
}

/** Reverses the interest of months that are not closed, each in its own month. */
async function takeInterestBack(
  trx: Trx,
  { row, interest }: PlanWithBooks,
  reason: string,
): Promise<void> {
  const { organizationId, houseId, personalAccountId } = row;
  const place = { organizationId, houseId, personalAccountId };
  for (const { adjustmentId, bookedIn, isReversed } of interest) {
    if (isReversed || (await isClosedFrom(trx, organizationId, bookedIn))) continue;
    await bookStorno(
      trx,
      { ...place, documentId: adjustmentId, entryPeriod: bookedIn, bookedIn },
      { organizationId, transactionType: 'ADJUSTMENT', reason },
    );
    await reallocate(trx, place, [place], { reason: 'adjustment-storno', causeId: adjustmentId });
  }
}
