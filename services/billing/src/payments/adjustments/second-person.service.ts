// A second person's decision on a waiting adjustment: it is booked, or rejected.
import type { Adjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { inBooking, monthForAdjustments } from '../../books/cycles/open-months.service.ts';
import type { Trx } from '../../tables.ts';
import { getOwnRow, readAdjustment, type Asker } from './adjustments.service.ts';
import {
  lockWaiting,
  markSettled,
  type AskedAdjustment,
  type OwnAdjustment,
} from './adjustments.repository.ts';
import { bookAdjustment } from './book-adjustment.service.ts';

/**
 * Books it in the month that is now open. If two people confirm at once, the second finds it settled.
 * Checked in this order: it exists, the role, the second factor, the idempotency key, it is waiting, the person is not the one
 * who requested it, that as much is owed.
 * @throws Refusal not-found, forbidden, step-up-needed, step-up-by-person, idempotency-key-in-use, idempotency-key-reused,
 * already-settled, second-person-required, over-penalty-debt, conflict
 */
export async function confirmAdjustment(
  { caller, once, today }: Asker,
  adjustmentId: number,
): Promise<Adjustment> {
  const { userId } = caller;
  const own = await getOwnRow(caller, adjustmentId);
  await caller.requireStepUp(own.organizationId, own.amount);
  return inBooking(caller.db, async (trx) =>
    once(trx, own.organizationId, async () => {
      const asked = await requireWaiting(trx, own);
      if (asked.requestedBy === userId)
        throw new Refusal('second-person-required', 'You have asked for this line yourself');
      const bookedIn = await monthForAdjustments(trx, own.organizationId, today);
      const { id } = own;
      await bookAdjustment(trx, asked, { id, bookedIn, confirmedBy: userId, today });
      await markSettled(trx, own, { status: 'CONFIRMED', userId, note: null });
      return settled(trx, caller, own, 'adjustment.confirmed');
    }),
  );
}

/**
 * May be called by anyone who may book, including the person who requested it.
 * @throws Refusal not-found, forbidden, already-settled
 */
export async function rejectAdjustment(
  caller: Caller,
  adjustmentId: number,
  reason: string,
): Promise<Adjustment> {
  const own = await getOwnRow(caller, adjustmentId);
  return inTransaction(caller.db, async (trx) => {
    await requireWaiting(trx, own);
    await markSettled(trx, own, { status: 'REJECTED', userId: caller.userId, note: reason });
    return settled(trx, caller, own, 'adjustment.rejected');
  });
}

async function requireWaiting(trx: Trx, own: OwnAdjustment): Promise<AskedAdjustment> {
  const asked = await lockWaiting(trx, own);
  if (asked !== undefined) return asked;
  throw new Refusal('already-settled', `Adjustment ${own.id} waits no longer`);
}

async function settled(
  trx: Trx,
  caller: Caller,
  { organizationId, id }: OwnAdjustment,
  action: `adjustment.${string}`,
): Promise<Adjustment> {
  const after = await readAdjustment(trx, { organizationId, id });
  await recordChange(trx, caller.actor, {
    action,
    object: { type: 'adjustment', id },
    organizationId,
    before: { status: 'WAITING' },
    after,
  });
  return after;
}
