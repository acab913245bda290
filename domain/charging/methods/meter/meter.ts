// By meter: readings, averages if a meter is not read, and the norm if none is installed or counts.
import { fraction, multiply, type Fraction } from '../../../money/fraction.ts';
import { AVERAGED_PERIODS } from '../../../regulation/unread-meter/unread-meter.ts';
import { byContractVolume } from '../../contract-volume.ts';
import { metersOfMonth, meterInputs, normInPlaceOf, type MetersOfMonth } from '../../meters.ts';
import { countDays, edgesOf, hasDay } from '../../month-days.ts';
import { checkMeteredVolume } from '../../plausible.ts';
import type { PreparedAccount } from '../../prepared-account.ts';
import { roomPartOf } from '../../room-meters.ts';
import {
  isDwelling,
  linesOf,
  normLines,
  raisedDays,
  withLateReading,
  requireNorm,
  spared,
  type ServiceLines,
} from '../../service-lines.ts';
import {
  byNorm,
  spread,
  spreadOver,
  volumeOf,
  type Place,
  type VolumeSource,
} from '../../volume-source.ts';
import type { Method } from '../method.ts';
import { METER_LAW, METER_RULES } from './meter-rules.ts';
import { roomMeterLines, withRoomsLateReading } from './room-meter.ts';
import { ROOM_METER_RULES } from './room-meter-rules.ts';
import { withTampering } from './tampering-lines.ts';
import { withoutMeter } from './without-meter.ts';

type MeterRule = keyof typeof METER_RULES;

/** Of several reasons, the first in this list is named by the charge. */
const BECAUSE = ['meter-faulty', 'access-refused', 'reading-missing'] as const;

export const METER: Method<MeterRule | keyof typeof ROOM_METER_RULES> = {
  rules: { ...METER_RULES, ...ROOM_METER_RULES },
  law: METER_LAW,
  meters: 'individual',
  chargeAccount: (_house, place, { roommates }) =>
    withTampering(place, roommates, meterLines(place, roommates)),
};

/**
 * By meter; if none is installed or counts, by what the law prescribes instead.
 * @throws UncomputableError meter-missing, reading-missing, contract-volume-missing, reading-below-previous,
 *   volume-implausible, and whatever norms throw
 */
function meterLines(place: Place, roommates: readonly PreparedAccount[]): ServiceLines {
  const { month, account, service, days } = place;
  const { houseServiceId } = service.facts;
  const { roomKind, meters: all } = account.facts;
  const room = roomPartOf(place, roommates);
  const own = all.filter((meter) => meter.houseServiceId === houseServiceId && !meter.ofRoom);
  const periods = AVERAGED_PERIODS[roomKind];
  const meters =
    room === undefined
      ? metersOfMonth(month, service.facts, own, days, periods)
      : { ...room.whole, ...room };
  if (meters === undefined) {
    if (isDwelling(place)) requireNorm(place, 'meter-missing');
    return normLines(place, 'norm-no-meter');
  }
  if (meters.norm === undefined) checkMeteredVolume(place, meters.own);
  checkMeteredVolume(place, meters.recalculated);
  if (meters.norm !== undefined) {
    const charged = insteadOfMeters(place, meters);
    return room === undefined
      ? withMetersLateReading(place, meters, charged)
      : withRoomsLateReading(place, room, charged);
  }
  return room === undefined ? meteredLines(place, meters) : roomMeterLines(place, room);
}

function insteadOfMeters(place: Place, meters: MetersOfMonth): ServiceLines {
  const charged = isDwelling(place)
    ? normInsteadOfMeters(place, meters)
    : contractInsteadOfMeters(place, meters);
  return { ...charged, metered: 'instead' };
}

/** By the norm, because a meter's readings do not count: with K if it has been faulty, or its check refused, for long. */
function normInsteadOfMeters(place: Place, { unread, norm, counted }: MetersOfMonth): ServiceLines {
  const left = unread.filter(({ average }) => average === undefined);
  const [one] = BECAUSE.flatMap((because) => left.find((meter) => meter.because === because) ?? []);
  const meter = one?.serialNumber;
  requireNorm(place, 'reading-missing', meter === undefined ? {} : { meter });
  const rule = `norm-${one?.because ?? 'reading-missing'}` as const;
  const source = byNorm(place, rule);
  const inputs = { unread: normInPlaceOf(unread, volumeOf(place, source), counted) };
  return linesOf(place, { ...source, inputs }, norm === 'norm-with-coefficient' ? place.days : 0);
}

/** By the contract, for the same reason: no K, and no persons. */
function contractInsteadOfMeters(place: Place, { unread, counted }: MetersOfMonth): ServiceLines {
  const source = byContractVolume(place);
  const inputs = { unread: normInPlaceOf(unread, volumeOf(place, source), counted) };
  return linesOf(place, { ...source, inputs }, 0);
}

/** By readings and averages; days without a meter by the norm, or by the contract. */
function meteredLines(place: Place, meters: MetersOfMonth): ServiceLines {
  const isWhole = meters.covered === place.days;
  const isHome = isDwelling(place);
  if (!isWhole && isHome) requireNorm(place, 'meter-missing');
  const source = isWhole
    ? spread(place, meters.own, ruleOf(place, meters), meterInputs(meters))
    : onMeteredDays(place, meters, meters.own, isHome ? 'meter-some-days' : 'meter-and-contract');
  const charged: ServiceLines = {
    ...linesOf(place, source, isWhole || !isHome ? 0 : raisedDays(place)),
    metered: isWhole ? 'whole' : 'some-days',
  };
  return withMetersLateReading(place, meters, charged);
}

function withMetersLateReading(
  place: Place,
  meters: MetersOfMonth,
  charged: ServiceLines,
): ServiceLines {
  return withLateReading(place, charged, meters.recalculated, (volume) =>
    onMeteredDays(place, meters, volume, 'late-reading'),
  );
}

/** A volume spread evenly over the days with a meter; the own volume also counts what is charged instead on the others. */
function onMeteredDays(
  place: Place,
  meters: MetersOfMonth,
  volume: Fraction,
  rule: 'meter-some-days' | 'meter-and-contract' | 'late-reading',
): VolumeSource {
  const { covered } = meters;
  const days = BigInt(countDays(covered));
  const edges = edgesOf(place.month, covered);
  const others = rule === 'late-reading' ? undefined : withoutMeter(place, covered);
  return {
    rule,
    cuts: others === undefined ? edges : edges | (others.cuts & ~covered),
    on: (stretch) =>
      hasDay(covered, stretch.first)
        ? { volume: multiply(volume, fraction(stretch.days, days)) }
        : others?.on(stretch),
    inputs: {
      ...(others === undefined ? { meters: meters.read } : meterInputs(meters)),
      ...(rule === 'meter-some-days' ? spared(place) : {}),
      ...spreadOver(place, covered),
    },
  };
}

function ruleOf(place: Place, { unread, readBefore }: MetersOfMonth): MeterRule {
  if (unread.length === 0) return 'individual-meter';
  if (readBefore) return 'reading-then-average';
  if (!isDwelling(place)) return 'average-non-residential';
  const because = BECAUSE.find((reason) => unread.some((meter) => meter.because === reason));
  return `average-${because ?? 'reading-missing'}`;
}
