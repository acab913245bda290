// How a meter without a usable reading is charged: its average for some months, then the norm.
import { compareDays } from '../../calendar/day.ts';
import { fraction, type Fraction } from '../../money/fraction.ts';

/** The consumption of a meter over its last months with readings. */
export type MeterHistory = {
  readonly months: number;
  /** Thousandths of the meter's unit, for all these months together. */
  readonly volumeE3: bigint;
};

/**
 * For how many consecutive billing periods an average replaces readings; house-wide meters have as many as dwellings.
 * Source: Government Decree 354 of 2011-05-06, p. 59, 59(1).
 */
export const AVERAGED_PERIODS = { residential: 3, 'non-residential': 2 } as const;
/** A meter that has worked for fewer months has no average. */
const LEAST_MONTHS_OF_WORK = 3;

/**
 * The average month of a meter: over its last six months or more, or over fewer if it has worked for less, but at least three.
 * @returns volume in the meter's unit; undefined if it has not worked long enough
 * Source: Government Decree 354 of 2011-05-06, p. 59, and p. 59(1) for house-wide meters.
 */
export function averageVolume(history: MeterHistory | null): Fraction | undefined {
  if (history === null || history.months < LEAST_MONTHS_OF_WORK) return undefined;
  return fraction(history.volumeE3, 1000n * BigInt(history.months));
}

/** Why a meter's readings do not count: it is broken, lost or past its verification, or a check of it was refused. */
export type UnusableBecause = 'meter-faulty' | 'access-refused';
export type Unusable = { readonly since: Temporal.PlainDate; readonly because: UnusableBecause };

/**
 * The first day on which a meter's readings no longer count, and why; the earliest of several.
 * @param countsUnverified whether meters of the service stay in use past their verification until the supplier replaces
 *   them, as electricity meters do
 * @returns null while no such day is known
 * Source: Government Decree 354 of 2011-05-06, p. 59 «а», 81(12); electricity: p. 80(1); refused checks: p. 59 «в», 60(2), 85.
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

/** The earlier of two; the first one if they are on the same day. */
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
  /** Consecutive months without a reading, including this one. */
  readonly missedPeriods: number;
  /** Months since its readings stopped counting, including the one in which they did; 0 while they count. */
  readonly unusablePeriods: number;
  /** Whether it has worked long enough for an average. */
  readonly hasAverage: boolean;
  /** The number of consecutive periods for which the average is used. */
  readonly averagedPeriods: number;
};

export type MeterCountsBy = 'reading' | 'average' | 'norm' | 'norm-with-coefficient';

/**
 * How a meter is charged in a month. Without a usable reading its average is used for some consecutive periods, and after them
 * the norm: with the coefficient K if its readings do not count, without K if they were only not submitted. A meter that has
 * worked too short for an average is charged by the norm at once, without K in these periods.
 * Source: Government Decree 354 of 2011-05-06, p. 59 «а»–«в», 59(2), 60, 60(2); house-wide meters p. 59(1), 60(1).
 */
export function meterCountsBy(meter: MeterInMonth): MeterCountsBy {
  if (meter.isRead) return 'reading';
  const isUnusable = meter.unusablePeriods > 0;
  const periods = isUnusable ? meter.unusablePeriods : meter.missedPeriods;
  if (periods <= meter.averagedPeriods) return meter.hasAverage ? 'average' : 'norm';
  return isUnusable ? 'norm-with-coefficient' : 'norm';
}

/**
 * Whether the average is charged in addition to the month's reading: by days, from the day on which a meter that was read before
 * stopped counting.
 * Source: Government Decree 354 of 2011-05-06, p. 59 «а», «в»: "from the date of these events".
 */
export function countsOnByAverage(meter: MeterInMonth): boolean {
  const { isRead, unusablePeriods, hasAverage, averagedPeriods } = meter;
  return isRead && hasAverage && unusablePeriods > 0 && unusablePeriods <= averagedPeriods;
}
