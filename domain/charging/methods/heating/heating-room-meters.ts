// Heating by the house-wide meter where rooms have heat meters of their own.
import {
  fraction,
  fromScaled,
  isNegative,
  multiply,
  type Fraction,
} from '../../../money/fraction.ts';
import { sumOf } from '../../../money/sums.ts';
import {
  shareHeatingByRoomMeters,
  type HeatedRoom,
} from '../../../regulation/individual-charge/heating-by-room-meters.ts';
import { AVERAGED_PERIODS } from '../../../regulation/unread-meter/unread-meter.ts';
import {
  LINE,
  type BasisInputs,
  type ChargeLine,
  type UnreadMeterBasis,
} from '../../charge-line.ts';
import { formatExact, formatShown, parseExact } from '../../exact-text.ts';
import { meterInputs, metersOfMonth, normInPlaceOf, type MetersOfMonth } from '../../meters.ts';
import { countDays, type DaySet } from '../../month-days.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import type { PreparedService } from '../../prepared-service.ts';
import { recalculationLines } from '../../service-lines.ts';
import {
  computedOf,
  linesOf,
  roomsArea,
  weightsOf,
  type Accounts,
  type Weights,
} from '../../shared-lines.ts';
import { sharedMeter } from '../../shared-meter.ts';
import { UncomputableError } from '../../uncomputable.ts';
import { spread, spreadOver, type Place, type VolumeSource } from '../../volume-source.ts';
import { heatedOn } from './heating-beside-boilers.ts';

const ZERO = fraction(0n);

/** What the heat meters of an account's room have counted. */
type Counted = {
  readonly place: Place;
  readonly room: HeatedRoom;
  /** Undefined if no meter is installed. */
  readonly meters?: MetersOfMonth;
  /** The account's part of the volume of the room's meters. */
  readonly part: Fraction;
  /** The days on which they count. */
  readonly covered: DaySet;
};

/**
 * Undefined if no heat meter of a room counts.
 * @throws UncomputableError area-inconsistent, heat-meters-inconsistent, reading-below-previous, shared-meter-not-supported
 */
export function besideRoomMeters(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
  meters: MetersOfMonth,
): readonly ChargeLine[] | undefined {
  const { places, whole } = weightsOf(house, service, accounts);
  const counted = countedBy(places);
  if (counted.every(({ room }) => room.metered === 0n)) return undefined;
  const { name, precision } = service.facts;
  const rooms = counted.map(({ room }) => room);
  const shares = isNegative(meters.recalculated)
    ? undefined
    : shareHeatingByRoomMeters(meters.own, precision, rooms, whole);
  if (shares === undefined)
    throw new UncomputableError('heat-meters-inconsistent', { services: [name] });
  const shared = {
    volume: formatShown(meters.own),
    shared: formatShown(meters.own),
    roomsArea: roomsArea(house),
  };
  const isComputed = computedOf(accounts);
  return counted.flatMap((one, index) => {
    if (!isComputed(one.place)) return [];
    const units = { own: shares.own[index] ?? 0n, common: shares.common[index] ?? 0n };
    const inputs = { house: shared, ...inputsOf(meters, one, fromScaled(units.own, precision)) };
    const rule = one.covered === 0 ? 'heating-without-room-meter' : 'heating-room-meter';
    const lines = linesOf(one.place, heatedOn(one.place, units, inputs, rule));
    return lines.concat(takenBack(one));
  });
}

/** In the order of places. */
function countedBy(places: Weights['places']): readonly Counted[] {
  const rooms = Map.groupBy(places, ({ account }) => account.facts.roomNumber);
  const counted = [...rooms.values()].flatMap(countedInRoom);
  const found = new Map(counted.map((one) => [one.place, one]));
  return places.flatMap((place) => found.get(place) ?? []);
}

/** The volume of a meter of the room is shared by area and days; a meter of one account counts for it alone. */
function countedInRoom(roommates: readonly Place[]): readonly Counted[] {
  const days = roommates.reduce((set, place) => set | heatedDays(place), 0);
  const ofRoom = roommates.flatMap((place) => standing(place, true, days) ?? []).at(0);
  const owns = roommates.map((place) => standing(place, false, heatedDays(place)));
  const coveredOf = (place: Place, meters: MetersOfMonth | undefined): DaySet =>
    meters === undefined || meters.norm !== undefined ? 0 : meters.covered & heatedDays(place);
  const weights = roommates.map((place) => weightOf(place, coveredOf(place, ofRoom)));
  const total = sumOf(weights);
  return roommates.map((place, index): Counted => {
    const own = owns[index];
    if (own !== undefined) refuseShared(place, own, roommates, ofRoom);
    const meters = own ?? ofRoom;
    const covered = coveredOf(place, meters);
    const part =
      own === undefined && total > 0n ? fraction(weights[index] ?? 0n, total) : fraction(1n);
    return {
      place,
      ...(meters && { meters }),
      part,
      covered,
      room: {
        counted: meters === undefined || covered === 0 ? ZERO : multiply(meters.own, part),
        metered: weightOf(place, covered),
        unmetered: weightOf(place, heatedDays(place) & ~covered),
        all: weightOf(place, place.days),
      },
    };
  });
}

/** @throws UncomputableError shared-meter-not-supported for a meter of one account that also counts for others of its room */
function refuseShared(
  place: Place,
  { covered }: MetersOfMonth,
  roommates: readonly Place[],
  ofRoom: MetersOfMonth | undefined,
): void {
  const isShared = roommates.some((one) => one !== place && (one.days & covered) !== 0);
  if (isShared || ((ofRoom?.covered ?? 0) & place.days) !== 0)
    throw sharedMeter(place, place.account);
}

/** Undefined if none is installed on the days. */
function standing(
  { month, service, account }: Place,
  isOfRoom: boolean,
  days: DaySet,
): MetersOfMonth | undefined {
  const { houseServiceId } = service.facts;
  const meters = account.facts.meters.filter(
    (meter) => meter.houseServiceId === houseServiceId && meter.ofRoom === isOfRoom,
  );
  if (meters.length === 0) return undefined;
  const periods = AVERAGED_PERIODS[account.facts.roomKind];
  return metersOfMonth(month, service.facts, meters, days, periods);
}

function heatedDays({ days, ownHeat }: Place): DaySet {
  return days & ~ownHeat;
}

function weightOf({ account }: Place, days: DaySet): bigint {
  return account.areaE10 * BigInt(countDays(days));
}

/** Readings of the room's own meters are listed apart from those of the house; unread meters of both are listed together. */
function inputsOf(
  house: MetersOfMonth,
  { meters, part }: Counted,
  own: Fraction,
): Pick<BasisInputs, 'meters' | 'unread' | 'ownMeters'> {
  if (meters === undefined) return meterInputs(house);
  const partOf = (meter: UnreadMeterBasis): UnreadMeterBasis =>
    meter.estimate === undefined
      ? meter
      : { ...meter, estimate: formatShown(multiply(parseExact(meter.estimate), part)) };
  const ofRoom = meters.unread.map((meter) => markedAsOfRoom(meter));
  const unread =
    meters.norm === undefined
      ? ofRoom.map(partOf)
      : normInPlaceOf(ofRoom, own, multiply(meters.counted, part));
  return {
    ...meterInputs({ read: house.read, unread: [...house.unread, ...unread] }),
    ...(meters.norm === undefined && meters.read.length > 0 && { ownMeters: meters.read }),
  };
}

function markedAsOfRoom({ meterId, serialNumber, ...meter }: UnreadMeterBasis): UnreadMeterBasis {
  return { meterId, serialNumber, ofRoom: true, ...meter };
}

/** What a late reading takes back from earlier averages. */
function takenBack({ place, meters, part, covered }: Counted): readonly ChargeLine[] {
  if (meters === undefined || covered === 0 || !isNegative(meters.recalculated)) return [];
  const volume = multiply(meters.recalculated, part);
  const isWhole = part.numerator === part.denominator;
  const source = isWhole
    ? spread(place, volume, 'late-reading', { meters: meters.read })
    : partTakenBack(place, volume, part, meters);
  return recalculationLines(place, source, LINE.lateReading, LINE.lateReadingHeat, ZERO).lines;
}

function partTakenBack(
  place: Place,
  volume: Fraction,
  part: Fraction,
  { read, recalculated }: MetersOfMonth,
): VolumeSource {
  const { spreadDays } = spreadOver(place, place.days);
  const source = spread(place, volume, 'late-reading', {});
  return {
    ...source,
    on: (stretch) => {
      const found = source.on(stretch);
      return found && { ...found, inputs: { roomShare: formatExact(part) } };
    },
    inputs: {
      meters: read,
      ownVolume: formatExact(volume),
      room: {
        volume: formatShown(recalculated),
        by: 'share',
        ...(spreadDays !== undefined && {
          shareDays: formatExact(multiply(part, fraction(BigInt(spreadDays)))),
        }),
      },
    },
  };
}
