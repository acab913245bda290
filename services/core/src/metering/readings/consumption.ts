// What a meter has counted up to a reading, and whether that is odd beside the months before. Volumes are thousandths
// of the meter's unit.
import { fraction, roundHalfUp } from '@kvartplata/domain/money/fraction.ts';
import { meterVolume } from '@kvartplata/domain/regulation/individual-charge/meter-volume.ts';

export type Oddity = 'zero' | 'jump';

/** A volume and the months that it was counted in. */
export type Counted = { readonly volumeE3: bigint; readonly months: number };

/** What the readings of the last 12 months counted together, and how many they are. */
export type CountedYear = Counted & { readonly readings: number };

/** So many times its mean month makes a meter's month a jump. */
const JUMP = 3n;
/** Fewer readings have no mean. */
const MIN_READINGS = 3;

/** Undefined where a counter went back without a rollover: only a reading that no rule has judged can do that. */
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

/** Nothing was used, or more than three times the mean month; compared exactly, as a month of those it covers. */
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
