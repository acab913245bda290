// By meter: readings, averages where one is not read, and the norm where none stands or counts.
import { fraction, isNegative, multiply, type Fraction } from '../../../money/fraction.ts';
import { LINE } from '../../charge-line.ts';
import { metersOfMonth, meterInputs, normInPlaceOf, type MetersOfMonth } from '../../meters.ts';
import { countDays, edgesOf, hasDay } from '../../month-days.ts';
import { checkMeteredVolume } from '../../plausible.ts';
import type { PreparedAccount } from '../../prepared-account.ts';
import { roomPartOf } from '../../room-meters.ts';
import {
  linesOf,
  raisedDays,
  recalculationLines,
  requireDwelling,
  requireNorm,
  spared,
  unmeteredLines,
  type ServiceLines,
} from '../../service-lines.ts';
import {
  byNorm,
  normOfStretch,
  spread,
  spreadOver,
  volumeOf,
  type Place,
  type VolumeSource,
} from '../../volume-source.ts';
import type { Method } from '../method.ts';
import { METER_RULES } from './meter-rules.ts';
import { roomMeterLines } from './room-meter.ts';
import { ROOM_METER_RULES } from './room-meter-rules.ts';

type MeterRule = keyof typeof METER_RULES;

export const METER: Method<MeterRule | keyof typeof ROOM_METER_RULES> = {
  rules: { ...METER_RULES, ...ROOM_METER_RULES },
  meters: 'individual',
  chargeAccount: (_house, place, { roommates }) => meterLines(place, roommates),
};

/** In a dwelling there are three: p. 59. */
const AVERAGED_PERIODS_NON_RESIDENTIAL = 2;

/**
 * By meter; where none stands or counts, by what the law puts in its place.
 * @throws UncomputableError non-residential-not-supported, meter-missing, reading-missing, reading-below-previous,
 *   volume-implausible, and what norms throw
 */
function meterLines(place: Place, roommates: readonly PreparedAccount[]): ServiceLines {
  const { month, account, service, days } = place;
  const { houseServiceId } = service.facts;
  const room = roomPartOf(place, roommates);
  const own = account.facts.meters.filter(
    (meter) => meter.houseServiceId === houseServiceId && !meter.ofRoom,
  );
  const meters =
    room === undefined
      ? metersOfMonth(month, service.facts, own, days)
      : { ...room.whole, ...room };
  if (!countsWithoutNorm(place, meters)) requireDwelling(place);
  if (meters === undefined) {
    requireNorm(place, 'meter-missing');
    return unmeteredLines(place, 'norm-no-meter');
  }
  if (meters.norm !== undefined) return normInsteadOfMeters(place, meters);
  checkMeteredVolume(place, meters.own);
  checkMeteredVolume(place, meters.recalculated);
  return room === undefined ? meteredLines(place, meters) : roomMeterLines(place, room);
}

/** Whether meters give the volume of all the days, and averages for no longer than a room that nobody lives in may have. */
function countsWithoutNorm({ days }: Place, meters: MetersOfMonth | undefined): boolean {
  return (
    meters !== undefined &&
    meters.norm === undefined &&
    meters.covered === days &&
    meters.unread.every(({ period }) => period <= AVERAGED_PERIODS_NON_RESIDENTIAL)
  );
}

/** By the norm, because a meter stands and its readings do not count: with K where it is faulty for long. */
function normInsteadOfMeters(place: Place, { unread, norm }: MetersOfMonth): ServiceLines {
  const left = unread.filter(({ average }) => average === undefined);
  const faulty = left.find(({ because }) => because === 'meter-faulty');
  const meter = (faulty ?? left[0])?.serialNumber;
  requireNorm(place, 'reading-missing', meter === undefined ? {} : { meter });
  const rule = faulty === undefined ? 'norm-reading-missing' : 'norm-meter-faulty';
  const source = byNorm(place, rule);
  const inputs = { unread: normInPlaceOf(unread, volumeOf(place, source)) };
  return linesOf(place, { ...source, inputs }, norm === 'norm-with-coefficient' ? place.days : 0);
}

/** By readings and averages; days on which no meter stands by the norm. */
function meteredLines(place: Place, meters: MetersOfMonth): ServiceLines {
  const isWhole = meters.covered === place.days;
  if (!isWhole) requireNorm(place, 'meter-missing');
  const source = isWhole
    ? spread(place, meters.own, ruleOf(meters), meterInputs(meters))
    : onMeteredDays(place, meters, meters.own, 'meter-some-days');
  const charged: ServiceLines = {
    ...linesOf(place, source, isWhole ? 0 : raisedDays(place)),
    metered: isWhole ? 'whole' : 'some-days',
  };
  if (!isNegative(meters.recalculated)) return charged;
  const late = recalculationLines(
    place,
    onMeteredDays(place, meters, meters.recalculated, 'late-reading'),
    LINE.lateReading,
    LINE.lateReadingHeat,
    charged.charged,
  );
  return { ...charged, lines: [...charged.lines, ...late.lines], recalculated: late.volume };
}

/** A volume that falls evenly on the days with a meter; own volumes count the norm on the others. */
function onMeteredDays(
  place: Place,
  meters: MetersOfMonth,
  volume: Fraction,
  rule: 'meter-some-days' | 'late-reading',
): VolumeSource {
  const { month, account, service } = place;
  const { covered } = meters;
  const days = BigInt(countDays(covered));
  const edges = edgesOf(month, covered);
  const isOwn = rule === 'meter-some-days';
  return {
    rule,
    cuts: isOwn ? edges | ((account.personsCuts | service.norm.cuts) & ~covered) : edges,
    on: (stretch) => {
      if (hasDay(covered, stretch.first))
        return { volume: multiply(volume, fraction(stretch.days, days)) };
      return isOwn ? normOfStretch(place, stretch) : undefined;
    },
    inputs: {
      ...(isOwn ? { ...meterInputs(meters), ...spared(place) } : { meters: meters.read }),
      ...spreadOver(place, covered),
    },
  };
}

function ruleOf({ unread }: MetersOfMonth): MeterRule {
  if (unread.length === 0) return 'individual-meter';
  return unread.some(({ because }) => because === 'meter-faulty')
    ? 'average-meter-faulty'
    : 'average-reading-missing';
}
