// A meter's consumption up to a reading, and whether that is odd compared to the months before. Volumes are thousandths of the
// meter's unit.
import { fraction, roundHalfUp } from '@kvartplata/domain/money/fraction.ts';
import { meterVolume } from '@kvartplata/domain/regulation/individual-charge/meter-volume.ts';

export type Oddity = 'zero' | 'jump';

/** A volume and the number of months in which it was consumed. */
export type Counted = { readonly volumeE3: bigint; readonly months: number };

/** The consumption by the readings of the last 12 months, and their number. */
export type CountedYear = Counted & { readonly readings: number };

/** A month above this multiple of the mean month is a jump. */
const JUMP = 3n;
/** With fewer readings there is no mean. */
const MIN_READINGS = 3;

/** Undefined where a counter went back without a rollover, which only an unchecked reading can do. */
export function volumeBetween(
  previousE3: bigint,
  currentE3: bigint,
  digits: number,
  rollover: boolean,
): bigint | undefined {
  const turnE3 = rollover ? 10n ** BigInt(digits) * 1000n : 0n;
  if (currentE3 + turnE3 < previousE3) return undefined;
  return meterVolume({ previousE3, currentE3, digits, rollover });
}

/** No consumption, or more than three times the mean month; compared exactly, per month of those that the reading covers. */
export function oddityOf(counted: Counted, year: CountedYear): Oddity | null {
  if (counted.volumeE3 === 0n) return 'zero';
  if (year.readings < MIN_READINGS) return null;
  const isJump =
    counted.volumeE3 * BigInt(year.months) > JUMP * year.volumeE3 * BigInt(counted.months);
  return isJump ? 'jump' : null;
}

/** The mean month, rounded half-up to a thousandth; null when there are too few readings for one. */
export function meanOf({ volumeE3, months, readings }: CountedYear): bigint | null {
  return readings < MIN_READINGS ? null : roundHalfUp(fraction(volumeE3, BigInt(months)), 0);
}
