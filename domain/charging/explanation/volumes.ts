// Computes volumes again from what is stored with a charge.
import { fraction, fromScaled, multiply, sum, type Fraction } from '../../money/fraction.ts';
import { parseScaled } from '../../money/scaled.ts';
import { meterVolume } from '../../regulation/individual-charge/meter-volume.ts';
import { normVolume } from '../../regulation/individual-charge/norm-volume.ts';
import { lateReading } from '../../regulation/late-reading/late-reading.ts';
import { averageVolume } from '../../regulation/unread-meter/unread-meter.ts';
import type {
  ChargePart,
  Grounds,
  MeterBasis,
  TamperingBasis,
  UnreadMeterBasis,
} from '../charge-line.ts';
import { parseExact } from '../exact-text.ts';
import { given, type PartVolume } from './volume-rule.ts';

/** Readings and averages fall on the days with a meter; persons or the contract count on the others. */
export function byMeters(grounds: Grounds): PartVolume {
  const { metered, estimated } = readingsOf(grounds.meters ?? []);
  const averages = (grounds.unread ?? []).map((meter) => averageOf(grounds, meter));
  const total = sum([lateReading(metered, estimated).own, ...averages]);
  const onMeteredDays = spread(grounds, total);
  const byNorm = ofPersons(grounds);
  const byContract = ofContract(grounds);
  return (part) => {
    if (isMetered(part)) return onMeteredDays(part);
    return part.persons === undefined ? byContract(part) : byNorm(part);
  };
}

/** What the meters have counted since their last readings, and what estimates have charged in between. */
export function readingsOf(meters: readonly MeterBasis[]): {
  readonly metered: Fraction;
  readonly estimated: Fraction;
} {
  let meteredE3 = 0n;
  let estimatedE6 = 0n;
  for (const { previous, current, digits, rollover, estimated } of meters) {
    meteredE3 += meterVolume({
      previousE3: parseScaled(previous, 3),
      currentE3: parseScaled(current, 3),
      digits,
      rollover,
    });
    estimatedE6 += parseScaled(estimated ?? '0', 6);
  }
  return { metered: fromScaled(meteredE3, 3), estimated: fromScaled(estimatedE6, 6) };
}

/**
 * The account's part of the room's volume, in proportion to its share on each day; on the days without a meter, persons or the
 * contract count.
 */
export function byRoomShare(grounds: Grounds): PartVolume {
  const volume = parseExact(given(grounds.ownVolume));
  const shareDaysOf = ({ roomShare, days }: ChargePart): Fraction =>
    multiply(parseExact(roomShare ?? '0.000000'), fraction(BigInt(days)));
  const { shareDays } = given(grounds.room);
  const all = shareDays === undefined ? sum(grounds.parts.map(shareDaysOf)) : parseExact(shareDays);
  const byNorm = ofPersons(grounds);
  const byContract = ofContract(grounds);
  return (part) => {
    if (part.contractVolume !== undefined) return byContract(part);
    if (part.roomShare === undefined) return byNorm(part);
    const own = shareDaysOf(part);
    if (own.numerator === 0n) return own;
    return multiply(
      volume,
      fraction(own.numerator * all.denominator, own.denominator * all.numerator),
    );
  };
}

/** The account's part of the volume that the house shares out. */
export function byHouseShare(grounds: Grounds): PartVolume {
  return spread(grounds, parseExact(given(grounds.ownVolume)));
}

function averageOf({ daysInMonth }: Grounds, { average }: UnreadMeterBasis): Fraction {
  const { months, volume, days } = given(average);
  const monthly = averageVolume({ months, volumeE3: parseScaled(volume, 3) });
  return multiply(given(monthly), fraction(BigInt(days), BigInt(daysInMonth)));
}

/** Persons times norm, for the days of the part. */
export function ofPersons(grounds: Grounds): PartVolume {
  return (part) =>
    ofDays(grounds, normVolume(given(part.persons), parseScaled(given(part.norm), 6)))(part);
}

/** The act of a day that reaches back furthest: ten times the norm is charged only once. */
export function longestOf(acts: readonly TamperingBasis[]): TamperingBasis {
  return acts.reduce((one, other) => (other.days > one.days ? other : one));
}

/** A month's volume by contract, for the days of the part. */
export function ofContract(grounds: Grounds): PartVolume {
  return (part) => ofDays(grounds, fromScaled(parseScaled(given(part.contractVolume), 6), 6))(part);
}

/** The sum of the volumes of the services that are charged together. */
export function drained({ volumes }: Grounds): Fraction {
  return sum(Object.values(given(volumes)).map(parseExact));
}

/** A volume spread evenly over the parts that follow neither from persons nor from a contract. */
export function spread({ parts, spreadDays }: Grounds, volume: Fraction): PartVolume {
  const days =
    spreadDays ?? parts.reduce((total, part) => total + (isMetered(part) ? part.days : 0), 0);
  return (part) => multiply(volume, fraction(BigInt(part.days), BigInt(days)));
}

/** Whether readings and averages count on its days. */
export function isMetered({ persons, contractVolume }: ChargePart): boolean {
  return persons === undefined && contractVolume === undefined;
}

/** A volume of a whole month, in proportion to the days of each part. */
export function ofDays({ daysInMonth }: Grounds, monthly: Fraction): PartVolume {
  return (part) => multiply(monthly, fraction(BigInt(part.days), BigInt(daysInMonth)));
}

/** The account's square metres, multiplied by its share of the room. */
export function areaOf({ area, roomArea, share }: Grounds): Fraction {
  return share === undefined
    ? fromScaled(parseScaled(given(area), 2), 2)
    : multiply(
        fromScaled(parseScaled(given(roomArea), 2), 2),
        fromScaled(parseScaled(share, 8), 8),
      );
}
