// What a meter counts for when it has no reading that may be used: its average for some months, then the norm.
import { compareDays } from '../../calendar/day.ts';
import { fraction, type Fraction } from '../../money/fraction.ts';

/** What a meter has counted over its last months that have readings. */
export type MeterHistory = {
  readonly months: number;
  /** Thousandths of the meter's unit, all these months together. */
  readonly volumeE3: bigint;
};

/**
 * Billing periods in a row for which an average stands in; the house-wide meters have as many as dwellings.
 * Source: Government Decree 354 of 2011-05-06, p. 59, 59(1).
 */
export const AVERAGED_PERIODS = { residential: 3, 'non-residential': 2 } as const;
/** Months of work without which there is no average. */
const LEAST_MONTHS_OF_WORK = 3;

/**
 * The average month of a meter: of its last six months or more, of fewer when it has worked fewer, at least three.
 * @returns the meter's unit; undefined when it has not worked long enough
 * Source: Government Decree 354 of 2011-05-06, p. 59, and p. 59(1) for house-wide meters.
 */
export function averageVolume(history: MeterHistory | null): Fraction | undefined {
  if (history === null || history.months < LEAST_MONTHS_OF_WORK) return undefined;
  return fraction(history.volumeE3, 1000n * BigInt(history.months));
}

/**
 * The first day on which a meter no longer counts: it is broken or lost, or the last day of its verification is over.
 * @param countsUnverified whether meters of the service stay in use past their verification, until the supplier replaces
 *   them, as those of electricity do
 * @returns null while no such day is known
 * Source: Government Decree 354 of 2011-05-06, p. 59 a, 81(12); electricity: p. 80(1).
 */
export function faultySince(
  meter: {
    readonly verifiedUntil: Temporal.PlainDate | null;
    readonly outOfOrderSince: Temporal.PlainDate | null;
  },
  countsUnverified: boolean,
): Temporal.PlainDate | null {
  if (meter.verifiedUntil === null || countsUnverified) return meter.outOfOrderSince;
  const unverifiedSince = meter.verifiedUntil.add({ days: 1 });
  const { outOfOrderSince } = meter;
  return outOfOrderSince !== null && compareDays(outOfOrderSince, unverifiedSince) < 0
    ? outOfOrderSince
    : unverifiedSince;
}

/** A meter in a month, in the law's terms. */
export type MeterInMonth = {
  /** Whether the month has a reading that was taken while the meter was good. */
  readonly isRead: boolean;
  /** Months in a row without a reading, this one included. */
  readonly missedPeriods: number;
  /** Months since the meter is faulty, the one in which that began included; 0 while it is good. */
  readonly faultyPeriods: number;
  /** Whether it has worked long enough for an average. */
  readonly hasAverage: boolean;
  /** Periods in a row for which that stands in. */
  readonly averagedPeriods: number;
};

export type MeterCountsBy = 'reading' | 'average' | 'norm' | 'norm-with-coefficient';

/**
 * By what a meter counts in a month. Without a usable reading its average does for some periods in a row;
 * after them the norm, with the coefficient K where the meter is faulty and without where readings were only not
 * handed in. A meter that has worked too short for an average counts by the norm at once, without K in these periods.
 * Source: Government Decree 354 of 2011-05-06, p. 59 a, b, 59(2), 60; house-wide meters p. 59(1), 60(1).
 */
export function meterCountsBy(meter: MeterInMonth): MeterCountsBy {
  if (meter.isRead) return 'reading';
  const isFaulty = meter.faultyPeriods > 0;
  const periods = isFaulty ? meter.faultyPeriods : meter.missedPeriods;
  if (periods <= meter.averagedPeriods) return meter.hasAverage ? 'average' : 'norm';
  return isFaulty ? 'norm-with-coefficient' : 'norm';
}
