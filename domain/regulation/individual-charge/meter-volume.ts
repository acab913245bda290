// The volume that a meter has counted between two readings.

export type MeterReadings = {
  /** Thousandths of the meter's unit. */
  readonly previousE3: bigint;
  readonly currentE3: bigint;
  /** Digits before the decimal mark. */
  readonly digits: number;
  /** Whether the counter has passed its highest figure and started again. */
  readonly rollover: boolean;
};

/**
 * The current reading less the previous one; a counter that has rolled over adds 10^digits.
 * @returns thousandths of the meter's unit
 * @throws RangeError when the volume would be negative
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formula 1 (p. 42(1)).
 */
export function meterVolume(readings: MeterReadings): bigint {
  const volumeE3 = difference(readings);
  if (volumeE3 < 0n) throw new RangeError('the current reading is below the previous one');
  return volumeE3;
}

/** Whether the counter shows less than before, even allowing for a rollover. */
export function hasGoneBack(readings: MeterReadings): boolean {
  return difference(readings) < 0n;
}

function difference({ previousE3, currentE3, digits, rollover }: MeterReadings): bigint {
  const fullTurnE3 = rollover ? 10n ** BigInt(digits) * 1000n : 0n;
  return currentE3 - previousE3 + fullTurnE3;
}
