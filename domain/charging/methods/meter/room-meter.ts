// The lines of an account that shares the meters of its room with others.
import { fraction, isNegative, multiply, sum, type Fraction } from '../../../money/fraction.ts';
import { LINE } from '../../charge-line.ts';
import { formatExact, formatShown } from '../../exact-text.ts';
import { meterInputs } from '../../meters.ts';
import { edgesOf, hasDay } from '../../month-days.ts';
import type { RoomPart } from '../../room-meters.ts';
import {
  linesOf,
  raisedDays,
  recalculationLines,
  requireNorm,
  spared,
  type ServiceLines,
} from '../../service-lines.ts';
import { normOfStretch, type Place, type VolumeSource } from '../../volume-source.ts';
import type { ROOM_METER_RULES } from './room-meter-rules.ts';

/**
 * By the account's part of readings and averages; days on which no meter stands by the norm.
 * @throws UncomputableError meter-missing, and what norms throw
 */
export function roomMeterLines(place: Place, part: RoomPart): ServiceLines {
  const isWhole = part.covered === place.days;
  if (!isWhole) requireNorm(place, 'meter-missing');
  const source = partOfRoom(place, part, part.own, isWhole ? ruleOf(part) : 'room-some-days');
  const charged: ServiceLines = {
    ...linesOf(place, source, isWhole ? 0 : raisedDays(place)),
    metered: isWhole ? 'whole' : 'some-days',
  };
  if (!isNegative(part.recalculated)) return charged;
  const late = recalculationLines(
    place,
    partOfRoom(place, part, part.recalculated, 'late-reading'),
    LINE.lateReading,
    LINE.lateReadingHeat,
    charged.charged,
  );
  return { ...charged, lines: [...charged.lines, ...late.lines], recalculated: late.volume };
}

/** A volume that falls on the days with a meter, on each as much as the account's share of it. */
function partOfRoom(
  place: Place,
  part: RoomPart,
  volume: Fraction,
  rule: keyof typeof ROOM_METER_RULES | 'late-reading',
): VolumeSource {
  const { month, account, service } = place;
  const { covered, whole, shareOn } = part;
  const shareDays = sum(shareOn.filter((share) => share !== undefined));
  const isOwn = rule !== 'late-reading';
  const norms = isOwn ? (account.personsCuts | service.norm.cuts) & ~covered : 0;
  const shared = isOwn ? whole.own : whole.recalculated;
  return {
    rule,
    cuts: edgesOf(month, covered) | (part.cuts & covered) | norms,
    on: (stretch) => {
      if (!hasDay(covered, stretch.first)) return isOwn ? normOfStretch(place, stretch) : undefined;
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
        by: service.facts.sharedMeterBy,
        ...((covered & ~place.charged) !== 0 && { shareDays: formatExact(shareDays) }),
      },
    },
  };
}

function ratioOf(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

function ruleOf({ whole: { unread } }: RoomPart): keyof typeof ROOM_METER_RULES {
  return unread.length === 0 ? 'room-meter' : 'room-average';
}
