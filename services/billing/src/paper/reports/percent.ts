// A part of a whole in per cent.
import { fraction, roundHalfUp } from '@kvartplata/domain/money/fraction.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';

/** With two decimal places; null when the whole is zero or negative. */
export function percentOf(part: bigint, whole: bigint): string | null {
  return whole <= 0n ? null : formatScaled(roundHalfUp(fraction(part * 100n, whole), 2), 2);
}
