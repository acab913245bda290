// Books an adjustment of an account: its entry, its balance, and the allocation of the account's payments that follows.
import { parseBillingMonth, lastDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { LockedBalance } from '../../books/account-balances/account-balances.repository.ts';
import {
  assertAdvance,
  lockAccounts,
} from '../../books/account-balances/account-balances.service.ts';
import type { Trx } from '../../tables.ts';
import { reallocate } from '../payments/allocations.service.ts';
import { postAdjustment, type AskedAdjustment, type Booking } from './adjustments.repository.ts';

export type WhenBooked = Pick<Booking, 'id' | 'bookedIn' | 'confirmedBy'> & {
  readonly today: Temporal.PlainDate;
};

/**
 * One that raises the debt takes effect on the last day of its month, as charges do; one that lowers it, today. The caller has
 * locked the month as open.
 * @returns its id
 * @throws Refusal over-penalty-debt, conflict
 */
export async function bookAdjustment(
  trx: Trx,
  asked: AskedAdjustment,
  { today, ...booking }: WhenBooked,
): Promise<number> {
  const { place } = asked;
  const [locked] = await lockAccounts(trx, place.organizationId, [place]);
  if (locked === undefined) throw new Error('a balance that was made is not there');
  refuseBeyond(locked, asked);
  const raises = parseKopecks(asked.amount) > 0n;
  const month = parseBillingMonth(booking.bookedIn.slice(0, 7));
  const effectiveOn = formatDay(raises ? lastDayOf(month) : today);
  const id = await postAdjustment(trx, asked, { ...booking, effectiveOn });
  await reallocate(trx, place, [place], { reason: 'adjustment', causeId: id });
  return id;
}

/** Penalties cannot be lowered below zero; for the principal, the rest becomes an advance. */
function refuseBeyond(balance: LockedBalance, { debtKind, amount }: AskedAdjustment): void {
  const amountKopecks = parseKopecks(amount);
  if (debtKind === 'principal') {
    assertAdvance(parseKopecks(balance.principalDebt) + amountKopecks);
  } else if (parseKopecks(balance.penaltyDebt) + amountKopecks < 0n) {
    throw new Refusal(
      'over-penalty-debt',
      `${balance.penaltyDebt} is owed in penalties: no more can be written off`,
    );
  }
}
