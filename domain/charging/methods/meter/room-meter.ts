// The lines of an account that shares the meters of its room with others.
import { fraction, multiply, sum, type Fraction } from '../../../money/fraction.ts';
import { formatExact, formatShown } from '../../exact-text.ts';
import { meterInputs } from '../../meters.ts';
import { edgesOf, hasDay } from '../../month-days.ts';
import type { RoomPart } from '../../room-meters.ts';
import {
  isDwelling,
  linesOf,
  raisedDays,
  withLateReading,
  requireNorm,
  spared,
  type ServiceLines,
} from '../../service-lines.ts';
import type { Place, VolumeSource } from '../../volume-source.ts';
import type { ROOM_METER_RULES } from './room-meter-rules.ts';
import { withoutMeter } from './without-meter.ts';

/**
 * By the account's part of readings and averages; days without a meter by the norm, or by the contract.
 * @throws UncomputableError meter-missing, contract-volume-missing, and whatever norms throw
 */
export function roomMeterLines(place: Place, part: RoomPart): ServiceLines {
  const isWhole = part.covered === place.days;
  const isHome = isDwelling(place);
  if (!isWhole && isHome) requireNorm(place, 'meter-missing');
  const onSomeDays = isHome ? 'room-some-days' : 'room-and-contract';
  const rule = isWhole ? ruleOf(place, part) : onSomeDays;
  const source = partOfRoom(place, part, part.own, rule);
  const charged: ServiceLines = {
    ...linesOf(place, source, isWhole || !isHome ? 0 : raisedDays(place)),
    metered: isWhole ? 'whole' : 'some-days',
  };
  return withRoomsLateReading(place, part, charged);
}

/** With the account's part of what a late reading gives back. */
export function withRoomsLateReading(
  place: Place,
  part: RoomPart,
  charged: ServiceLines,
): ServiceLines {
  return withLateReading(place, charged, part.recalculated, (volume) =>
    partOfRoom(place, part, volume, 'late-reading'),
  );
}

/** A volume for the days with a meter, on each day in proportion to the account's share. */
function partOfRoom(
  place: Place,
  part: RoomPart,
  volume: Fraction,
  rule: keyof typeof ROOM_METER_RULES | 'late-reading',
): VolumeSource {
  const { month } = place;
  const { covered, whole, shareOn } = part;
  const shareDays = sum(shareOn.filter((share) => share !== undefined));
  const isOwn = rule !== 'late-reading';
  const others = isOwn ? withoutMeter(place, covered) : undefined;
  const shared = isOwn ? whole.own : whole.recalculated;
  return {
    rule,
    cuts: edgesOf(month, covered) | (part.cuts & covered) | ((others?.cuts ?? 0) & ~covered),
    on: (stretch) => {
      if (!hasDay(covered, stretch.first)) return others?.on(stretch);
      const share = shareOn[stretch.first] ?? fraction(0n);
      const days = multiply(share, fraction(stretch.days));
      return {
        volume: share.numerator === 0n ? days : multiply(volume, ratioOf(days, shareDays)),
        inputs: { roomShare: formatExact(share) },
      };
    },
    inputs: {
      ...(isOwn
        ? { ...meterInputs({ read: whole.read, unread: part.unread }), ...spared(place) }
        : { meters: whole.read }),
      ownVolume: formatExact(volume),
      room: {
        volume: formatShown(shared),
        by: part.by,
        ...((covered & ~place.charged) !== 0 && { shareDays: formatExact(shareDays) }),
      },
    },
  };
}

function ratioOf(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

function ruleOf(place: Place, { whole: { unread } }: RoomPart): keyof typeof ROOM_METER_RULES {
  if (unread.length === 0) return 'room-meter';
  return isDwelling(place) ? 'room-average' : 'room-average-non-residential';
}
