// The highest interest on an instalment plan that the law allows.

import { parseDay } from '../../calendar/day.ts';

/** Earlier plans used the rate of 2022-02-27, whatever their day (Decree 763 of 2022-04-28). */
export const FIRST_START = parseDay('2023-01-01');

const ABOVE_KEY_RATE_E4 = 3_0000n;

/**
 * The key rate on the plan's first day plus three percentage points. Per cent a year × 10^4.
 * Source: Decree 354 Rules p. 72 ("увеличенная на 3 процента ключевая ставка … на день предоставления рассрочки").
 */
export function highestInterest(keyRateE4: bigint): bigint {
  return keyRateE4 + ABOVE_KEY_RATE_E4;
}
