// What the meters of a service count in a month: by readings, by averages, or nothing usable.
import { compareDays, formatDay } from '../calendar/day.ts';
import {
  add,
  fraction,
  fromScaled,
  isNegative,
  multiply,
  subtract,
  type Fraction,
} from '../money/fraction.ts';
import { formatScaled } from '../money/scaled.ts';
import { hasGoneBack, meterVolume } from '../regulation/individual-charge/meter-volume.ts';
import { lateReading } from '../regulation/late-reading/late-reading.ts';
import {
  AVERAGED_PERIODS,
  averageVolume,
  countsOnByAverage,
  meterCountsBy,
  unusableSince,
  type MeterCountsBy,
  type Unusable,
} from '../regulation/unread-meter/unread-meter.ts';
import type { BasisInputs, MeterBasis, UnreadMeterBasis } from './charge-line.ts';
import { formatShown } from './exact-text.ts';
import type { CatalogueFacts, MeterFacts } from './house-facts.ts';
import {
  countDays,
  dayNumber,
  daysBetween,
  hasDay,
  monthNumber,
  type DaySet,
  type MonthDays,
} from './month-days.ts';
import { UncomputableError } from './uncomputable.ts';

export type MetersOfMonth = {
  /** For these days; zero or above, even when late readings show less than was charged. */
  readonly own: Fraction;
  /** The part of `own` that meters have counted. */
  readonly counted: Fraction;
  /** Zero or below: what earlier estimates have overcharged. */
  readonly recalculated: Fraction;
  readonly read: readonly MeterBasis[];
  readonly unread: readonly UnreadMeterBasis[];
  /** Whether every meter without a valid reading has one up to the day on which its readings stopped counting. */
  readonly readBefore: boolean;
  /** Set when a meter counts only by the norm, which then applies to the whole service. */
  readonly norm?: 'norm' | 'norm-with-coefficient';
  /** The days on which a meter is installed. */
  readonly covered: DaySet;
};

type Standing = { readonly meter: MeterFacts; readonly days: DaySet };

const ZERO = fraction(0n);

/**
 * @param meters those of one service and one owner
 * @param days the charged days
 * @param averagedPeriods for how many consecutive periods an average replaces readings
 * @returns undefined when no meter is installed on any of the days
 * @throws UncomputableError reading-below-previous
 */
export function metersOfMonth(
  month: MonthDays,
  service: Pick<CatalogueFacts, 'countsUnverified'>,
  meters: readonly MeterFacts[],
  days: DaySet,
  averagedPeriods: number = AVERAGED_PERIODS.residential,
): MetersOfMonth | undefined {
  const standing = meters.flatMap((meter) => standingOn(month, meter, days) ?? []);
  if (standing.length === 0) return undefined;
  const read: MeterBasis[] = [];
  const unread: UnreadMeterBasis[] = [];
  let meteredE3 = 0n;
  let estimatedE6 = 0n;
  let averaged = ZERO;
  let norm: MetersOfMonth['norm'];
  let readBefore = true;
  let covered = 0;
  for (const one of standing) {
    const { meter } = one;
    covered |= one.days;
    const state = stateOf(month, service, meter, averagedPeriods);
    if (state.by === 'reading') {
      const counted = readMeter(meter);
      meteredE3 += counted.volumeE3;
      estimatedE6 += meter.estimatedE6;
      read.push(counted.basis);
    }
    const counted = daysForAverage(month, one, standing, state.averagedFrom);
    if (state.by === 'average' || counted > 0) {
      const volume = averageOf(month, meter, counted);
      averaged = add(averaged, volume);
      unread.push(averagedBasis(meter, state, counted, volume));
      readBefore &&= state.by === 'reading';
    } else if (state.by !== 'reading') {
      if (norm !== 'norm-with-coefficient') norm = state.by;
      unread.push(unreadBasis(meter, state));
    }
  }
  const late = lateReading(fromScaled(meteredE3, 3), fromScaled(estimatedE6, 6));
  return {
    own: averaged === ZERO ? late.own : add(late.own, averaged),
    counted: late.own,
    recalculated: late.recalculated,
    read,
    unread,
    readBefore: readBefore && unread.length > 0,
    ...(norm === undefined ? {} : { norm }),
    covered,
  };
}

/** Whether a meter is installed on any of the days. */
export function hasMeterOn(month: MonthDays, meters: readonly MeterFacts[], days: DaySet): boolean {
  return meters.some((meter) => standingOn(month, meter, days) !== undefined);
}

function standingOn(month: MonthDays, meter: MeterFacts, asked: DaySet): Standing | undefined {
  if (meter.previous === null) return undefined;
  const { installedOn, removedOn } = meter;
  const first = installedOn === null ? 1 : Math.max(1, dayNumber(month, installedOn));
  const last =
    removedOn === null ? month.length : Math.min(month.length, dayNumber(month, removedOn));
  const days = asked & daysBetween(first, last);
  return days === 0 ? undefined : { meter, days };
}

type State = {
  readonly by: MeterCountsBy;
  readonly because: UnreadMeterBasis['because'];
  readonly period: number;
  /** The first day charged by the average; 0 for a meter whose reading counts for the whole month. */
  readonly averagedFrom: number;
};

function stateOf(
  month: MonthDays,
  service: Pick<CatalogueFacts, 'countsUnverified'>,
  meter: MeterFacts,
  averagedPeriods: number,
): State {
  const { current, missedPeriods } = meter;
  const unusable = unusableIn(month, service, meter);
  const unusablePeriods =
    unusable === undefined ? 0 : month.number - monthNumber(unusable.since) + 1;
  const inMonth = {
    isRead:
      current !== null && (unusable === undefined || current.takenOn < formatDay(unusable.since)),
    missedPeriods,
    unusablePeriods,
    hasAverage: averageVolume(meter.history) !== undefined,
    averagedPeriods,
  };
  const by = meterCountsBy(inMonth);
  const averaged = { averagedFrom: by === 'average' ? 1 : 0 };
  if (unusable === undefined)
    return { by, because: 'reading-missing', period: missedPeriods, ...averaged };
  if (countsOnByAverage(inMonth))
    averaged.averagedFrom = Math.max(1, dayNumber(month, unusable.since));
  return { by, because: unusable.because, period: unusablePeriods, ...averaged };
}

/** Since when its readings do not count, if that includes a day of the month on which it is still installed. */
function unusableIn(
  month: MonthDays,
  { countsUnverified }: Pick<CatalogueFacts, 'countsUnverified'>,
  meter: MeterFacts,
): Unusable | undefined {
  const { verifiedUntil, outOfOrderSince, accessRefusedSince, removedOn } = meter;
  const isVerified = verifiedUntil === null || dayNumber(month, verifiedUntil) >= month.length;
  if (isVerified && outOfOrderSince === null && accessRefusedSince === null) return undefined;
  const unusable = unusableSince(meter, countsUnverified);
  if (unusable === null || dayNumber(month, unusable.since) > month.length) return undefined;
  const isAfter = removedOn !== null && compareDays(unusable.since, removedOn) > 0;
  return isAfter ? undefined : unusable;
}

function readMeter(meter: MeterFacts): { readonly volumeE3: bigint; readonly basis: MeterBasis } {
  const { serialNumber, digits, previous, current, estimatedE6 } = meter;
  if (previous === null || current === null) throw new Error(`meter ${serialNumber} is not read`);
  const readings = {
    previousE3: previous.valueE3,
    currentE3: current.valueE3,
    digits,
    rollover: current.rollover,
  };
  if (hasGoneBack(readings)) {
    throw new UncomputableError('reading-below-previous', { meter: serialNumber });
  }
  const basis = {
    serialNumber,
    digits,
    previous: formatScaled(previous.valueE3, 3),
    previousOn: previous.takenOn,
    current: formatScaled(current.valueE3, 3),
    currentOn: current.takenOn,
    rollover: current.rollover,
  };
  return {
    volumeE3: meterVolume(readings),
    basis: estimatedE6 === 0n ? basis : { ...basis, estimated: formatScaled(estimatedE6, 6) },
  };
}

function averageOf(month: MonthDays, { history }: MeterFacts, days: number): Fraction {
  const average = averageVolume(history) ?? ZERO;
  return multiply(average, fraction(BigInt(days), month.days));
}

/** The days from `from` on which it is installed; the day of a replacement belongs to the new meter. */
function daysForAverage(
  month: MonthDays,
  one: Standing,
  all: readonly Standing[],
  from: number,
): number {
  if (from === 0) return 0;
  const days = one.days & daysBetween(from, month.length);
  const { removedOn } = one.meter;
  if (removedOn === null) return countDays(days);
  const isReplaced = all.some(
    ({ meter }) =>
      meter !== one.meter && meter.installedOn !== null && meter.installedOn.equals(removedOn),
  );
  const handedOver = dayNumber(month, removedOn);
  return countDays(days) - (isReplaced && hasDay(days, handedOver) ? 1 : 0);
}

function averagedBasis(
  meter: MeterFacts,
  state: State,
  days: number,
  volume: Fraction,
): UnreadMeterBasis {
  const basis = unreadBasis(meter, state);
  if (meter.history === null) return basis;
  const { months, volumeE3 } = meter.history;
  return {
    ...basis,
    average: { months, volume: formatScaled(volumeE3, 3), days },
    estimate: formatShown(volume),
  };
}

function unreadBasis(
  { meterId, serialNumber }: MeterFacts,
  { because, period }: State,
): UnreadMeterBasis {
  return { meterId, serialNumber, because, period };
}

/**
 * The unread meters when the norm replaces those without an average. The norm is for the whole service: what the other meters have
 * counted is a part of it, and the rest stands for the unread ones, in equal parts. Averages are then not charged.
 */
export function normInPlaceOf(
  unread: readonly UnreadMeterBasis[],
  volume: Fraction,
  counted: Fraction,
): readonly UnreadMeterBasis[] {
  const left = BigInt(unread.filter(({ average }) => average === undefined).length);
  const rest = subtract(volume, counted);
  const estimate = formatShown(isNegative(rest) ? ZERO : multiply(rest, fraction(1n, left)));
  return unread.map((meter) => {
    if (meter.average === undefined) return { ...meter, estimate };
    const { estimate: _, ...notCharged } = meter;
    return notCharged;
  });
}

/** What a charge stores about its meters. */
export function meterInputs({
  read,
  unread,
}: Pick<MetersOfMonth, 'read' | 'unread'>): Pick<BasisInputs, 'meters' | 'unread'> {
  return {
    ...(read.length === 0 ? {} : { meters: read }),
    ...(unread.length === 0 ? {} : { unread }),
  };
}
