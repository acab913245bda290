// Reverses booked charges.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../../access/access.service.ts';
import { lockAccount } from '../../books/account-balances/account-balances.service.ts';
import { bookStorno } from '../../books/ledger-entries/ledger-entries.service.ts';
import { holdHouses } from '../../books/cycles/cycles.service.ts';
import { inBooking } from '../../books/cycles/open-months.service.ts';
import { reallocate } from '../payments/allocations.service.ts';
import { findChargeToReverse } from './stornos.repository.ts';
import {
  requireChargeNotArchived,
  requireChargesKept,
} from '../../books/cycles/archived-months.service.ts';

/**
 * Mirrors a charge's entry in its month, or in the first month that is not closed; what was paid for it pays the account's other
 * debts, or becomes an advance.
 * Checked in this order: the charge exists, the role, its month is not archived, it is booked, the second factor, the idempotency
 * key, it is not reversed.
 * @throws Refusal not-found, forbidden, month-archived, charge-not-booked, step-up-needed, step-up-by-person,
 * idempotency-key-in-use, idempotency-key-reused, already-reversed
 */
export async function reverseCharge(
  caller: Caller,
  chargeId: number,
  reason: string,
  once: Once,
): Promise<LedgerEntry> {
  const what = `charge ${chargeId}`;
  const charge = await caller.getOwn(what, async () => {
    const found = await findChargeToReverse(caller.db, caller.ownOrganizations(), chargeId);
    if (found === undefined) await requireChargeNotArchived(caller.db, chargeId);
    return found;
  });
  await requireChargesKept(caller.db, charge.period);
  if (!charge.isBooked)
    throw new Refusal('charge-not-booked', 'Its cycle is a draft, or it is 0.00');
  const place = {
    houseId: charge.houseId,
    personalAccountId: charge.personalAccountId,
    organizationId: charge.organizationId,
  };
  await caller.requireStepUp(charge.organizationId, charge.amount);
  return inBooking(caller.db, async (trx) =>
    once(trx, charge.organizationId, async () => {
      await holdHouses(trx, [place.houseId]);
      const own = { day: charge.period, firstMonth: charge.period };
      const { bookedIn } = await lockAccount(trx, place, own);
      const [entry] = await bookStorno(
        trx,
        { ...place, documentId: chargeId, entryPeriod: charge.period, bookedIn },
        { organizationId: place.organizationId, transactionType: 'CHARGE', reason },
      );
      if (entry === undefined) throw new Error(`charge ${chargeId} has no entry`);
      const cause = { reason: 'charge-storno', causeId: chargeId } as const;
      await reallocate(trx, place, [place], cause);
      await recordChange(trx, caller.actor, {
        action: 'charge.reversed',
        object: { type: 'charge', id: chargeId },
        organizationId: place.organizationId,
        before: { status: 'APPLIED' },
        after: { status: 'REVERSED', reason, entry },
      });
      return entry;
    }),
  );
}
