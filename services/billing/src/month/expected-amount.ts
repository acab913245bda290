// Booking only what the caller has seen.
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';

/**
 * @param amount roubles: what would be booked
 * @param expected roubles: what the caller has seen; undefined if any amount will do
 * @throws Refusal amount-changed
 */
export function requireExpected(amount: string, expected: string | undefined): void {
  if (expected === undefined || parseKopecks(expected) === parseKopecks(amount)) return;
  throw new Refusal('amount-changed', `It comes to ${amount} now, not to ${expected}`);
}
