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

/** Why readings of a meter do not count: it is broken, lost or past its verification, or a check of it was refused. */
export type UnusableBecause = 'meter-faulty' | 'access-refused';
export type Unusable = { readonly since: Temporal.PlainDate; readonly because: UnusableBecause };

/**
 * The first day on which the readings of a meter no longer count, and why; the earliest of several.
 * @param countsUnverified whether meters of the service stay in use past their verification, until the supplier replaces
 *   them, as those of electricity do
 * @returns null while no such day is known
 * Source: Government Decree 354 of 2011-05-06, p. 59 a, 81(12); electricity: p. 80(1); refused checks: p. 59 c, 60(2), 85.
 */
export function unusableSince(
  meter: {
    readonly verifiedUntil: Temporal.PlainDate | null;
    readonly outOfOrderSince: Temporal.PlainDate | null;
    readonly accessRefusedSince: Temporal.PlainDate | null;
  },
  countsUnverified: boolean,
): Unusable | null {
  const { verifiedUntil, outOfOrderSince, accessRefusedSince } = meter;
  const unverifiedSince =
    verifiedUntil === null || countsUnverified ? null : verifiedUntil.add({ days: 1 });
  const faultySince = earlier(outOfOrderSince, unverifiedSince);
  const since = earlier(faultySince, accessRefusedSince);
  if (since === null) return null;
  return { since, because: since === faultySince ? 'meter-faulty' : 'access-refused' };
}

/** Of two on one day the first. */
function earlier(
  a: Temporal.PlainDate | null,
  b: Temporal.PlainDate | null,
): Temporal.PlainDate | null {
  if (a === null || b === null) return a ?? b;
  return compareDays(b, a) < 0 ? b : a;
}

/** A meter in a month, in the law's terms. */
export type MeterInMonth = {
  /** Whether the month has a reading that was taken while the meter's readings counted. */
  readonly isRead: boolean;
  /** Months in a row without a reading, this one included. */
  readonly missedPeriods: number;
  /** Months since its readings do not count, the one in which that began included; 0 while they do. */
  readonly unusablePeriods: number;
  /** Whether it has worked long enough for an average. */
  readonly hasAverage: boolean;
  /** Periods in a row for which that stands in. */
  readonly averagedPeriods: number;
};

export type MeterCountsBy = 'reading' | 'average' | 'norm' | 'norm-with-coefficient';

/**
 * By what a meter counts in a month. Without a usable reading its average does for some periods in a row;
 * after them the norm, with the coefficient K where its readings do not count and without where they were only not
 * handed in. A meter that has worked too short for an average counts by the norm at once, without K in these periods.
 * Source: Government Decree 354 of 2011-05-06, p. 59 a–c, 59(2), 60, 60(2); house-wide meters p. 59(1), 60(1).
 */
export function meterCountsBy(meter: MeterInMonth): MeterCountsBy {
  if (meter.isRead) return 'reading';
  const isUnusable = meter.unusablePeriods > 0;
  const periods = isUnusable ? meter.unusablePeriods : meter.missedPeriods;
  if (periods <= meter.averagedPeriods) return meter.hasAverage ? 'average' : 'norm';
  return isUnusable ? 'norm-with-coefficient' : 'norm';
}

/**
 * Whether the average counts beside the month's reading: from the day on, by days, on which a meter that was read before
 * stopped counting.
 * Source: Government Decree 354 of 2011-05-06, p. 59 a, c: "from the date of these events".
 */
export function countsOnByAverage(meter: MeterInMonth): boolean {
  const { isRead, unusablePeriods, hasAverage, averagedPeriods } = meter;
  return isRead && hasAverage && unusablePeriods > 0 && unusablePeriods <= averagedPeriods;
}
