// The month in which a payment is booked, where its day does not say it: the month of the day was closed already.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { showMonth } from '../../lib/days.ts';
import { inBoth, type Language } from '../../lib/words.ts';

const WORDS = inBoth(
  { bookedIn: (month: string) => `проведён за ${month}` },
  { bookedIn: (month) => `booked in ${month}` },
);

/** Undefined if it is booked in the month of its day. */
export function bookedIn(
  { paidOn, period }: Pick<Payment, 'paidOn' | 'period'>,
  language: Language,
): string | undefined {
  if (period === paidOn.slice(0, 7)) return undefined;
  return WORDS[language].bookedIn(showMonth(period, language));
}
