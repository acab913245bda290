// Recomputes a charge from what is stored with it, and from nothing else.
import {
  fraction,
  fromScaled,
  multiply,
  roundHalfUp,
  sum,
  type Fraction,
} from '../money/fraction.ts';
import { parseKopecks, type Kopecks } from '../money/kopecks.ts';
import { parseScaled } from '../money/scaled.ts';
import { absentVolume } from '../regulation/absence/absence.ts';
import { excessVolume } from '../regulation/coefficient/coefficient.ts';
import { meterVolume } from '../regulation/individual-charge/meter-volume.ts';
import { normVolume } from '../regulation/individual-charge/norm-volume.ts';
import { lateReading } from '../regulation/late-reading/late-reading.ts';
import { heatVolume } from '../regulation/two-component-hot-water/heat-volume.ts';
import { averageVolume } from '../regulation/unread-meter/unread-meter.ts';
import type {
  ChargeBasis,
  ChargePart,
  CorrectionBasis,
  MeterBasis,
  UnreadMeterBasis,
} from './charge-line.ts';
import { parseExact } from './exact-text.ts';

/**
 * The amount that a basis gives; neither its shown volumes nor its amounts are read, save of a former bill, of which
 * nothing else is known.
 * @throws when the basis lacks what its rule needs
 */
export function replay(basis: ChargeBasis): Kopecks {
  if (basis.rule === 'former-bill') return totalOf(basis.parts);
  if (basis.rule === 'correction') return correctedBy(given(basis.correction));
  const volumeOf = volumesOf({ ...basis, rule: basis.rule });
  return basis.parts.reduce((total, part) => {
    const volume = ofComponent(basis, part, volumeOf(part));
    const tariff = fromScaled(parseScaled(part.tariff, 4), 4);
    return total + roundHalfUp(multiply(volume, tariff), 2);
  }, 0n);
}

/** What the month is charged now, less what stood for it. */
function correctedBy({ now, stood }: CorrectionBasis): Kopecks {
  return (now === undefined ? 0n : replay(now)) - totalOf(stood);
}

function totalOf(amounts: readonly { readonly amount: string }[]): Kopecks {
  return amounts.reduce((total, { amount }) => total + parseKopecks(amount), 0n);
}

type Reckoned = ChargeBasis & {
  readonly rule: Exclude<ChargeBasis['rule'], 'former-bill' | 'correction'>;
};
type PartVolume = (part: ChargePart) => Fraction;

/** How the rule of a basis gives the volume of a part; prepared once, because a meter's volume is that of all parts. */
function volumesOf(basis: Reckoned): PartVolume {
  switch (basis.rule) {
    case 'individual-meter':
    case 'average-reading-missing':
    case 'average-meter-faulty':
    case 'meter-some-days':
      return byMeters(basis);
    case 'norm-per-person':
    case 'norm-no-meter':
    case 'norm-reading-missing':
    case 'norm-meter-faulty':
    case 'water-disposal-norm':
      return (part) => ofPersons(basis, part);
    case 'excess':
      return (part) =>
        excessVolume(ofPersons(basis, part), parseScaled(given(part.coefficient), 2));
    case 'area':
      return (part) => ofDays(basis, part, areaOf(basis));
    case 'heating-by-norm':
      return (part) => ofHeating(basis, part);
    case 'heating-house-meter':
    case 'odn-house-meter':
    case 'odn-house-average':
    case 'odn-norm':
    case 'odn-capped':
      return spread(basis, parseExact(given(basis.ownVolume)));
    case 'water-disposal':
      return spread(basis, lateReading(drained(basis), fraction(0n)).own);
    case 'late-reading':
      return spread(basis, tooMuchBefore(basis));
    case 'absence':
      return basis.volumes === undefined
        ? (part) => ofAbsence(basis, part)
        : spread(basis, drained(basis));
  }
}

function byMeters(basis: ChargeBasis): PartVolume {
  const { metered, estimated } = readingsOf(basis.meters ?? []);
  const averages = (basis.unread ?? []).map((meter) => averageOf(basis, meter));
  const total = sum([lateReading(metered, estimated).own, ...averages]);
  const onMeteredDays = spread(basis, total);
  return (part) => (part.persons === undefined ? onMeteredDays(part) : ofPersons(basis, part));
}

function readingsOf(meters: readonly MeterBasis[]): {
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

function averageOf({ daysInMonth }: ChargeBasis, { average }: UnreadMeterBasis): Fraction {
  const { months, volume, days } = given(average);
  const monthly = averageVolume({ months, volumeE3: parseScaled(volume, 3) });
  return multiply(given(monthly), fraction(BigInt(days), BigInt(daysInMonth)));
}

/** What the late line takes back: of meters, or of the water that went down the drain. */
function tooMuchBefore(basis: ChargeBasis): Fraction {
  if (basis.volumes !== undefined) return lateReading(drained(basis), fraction(0n)).recalculated;
  const { metered, estimated } = readingsOf(given(basis.meters));
  return lateReading(metered, estimated).recalculated;
}

function drained({ volumes }: ChargeBasis): Fraction {
  return sum(Object.values(given(volumes)).map(parseExact));
}

/** A volume that falls evenly on the parts which do not follow from persons. */
function spread({ parts }: ChargeBasis, volume: Fraction): PartVolume {
  const days = parts.reduce(
    (total, part) => total + (part.persons === undefined ? part.days : 0),
    0,
  );
  return (part) => multiply(volume, fraction(BigInt(part.days), BigInt(days)));
}

function ofDays({ daysInMonth }: ChargeBasis, part: ChargePart, monthly: Fraction): Fraction {
  return multiply(monthly, fraction(BigInt(part.days), BigInt(daysInMonth)));
}

function ofPersons(basis: ChargeBasis, part: ChargePart): Fraction {
  return ofDays(basis, part, normVolume(given(part.persons), parseScaled(given(part.norm), 6)));
}

function ofAbsence({ daysInMonth }: ChargeBasis, part: ChargePart): Fraction {
  const normE6 = parseScaled(given(part.norm), 6);
  const away = absentVolume(normE6, given(part.absentPersonDays), daysInMonth);
  return multiply(away, fraction(-1n));
}

function ofHeating(basis: ChargeBasis, part: ChargePart): Fraction {
  const norm = fromScaled(parseScaled(given(part.norm), 6), 6);
  const ofSeason = multiply(areaOf(basis), norm);
  return ofDays(
    basis,
    part,
    basis.heatingMonths === undefined
      ? ofSeason
      : multiply(ofSeason, fraction(BigInt(basis.heatingMonths), 12n)),
  );
}

function areaOf({ area, roomArea, share }: ChargeBasis): Fraction {
  return share === undefined
    ? fromScaled(parseScaled(given(area), 2), 2)
    : multiply(
        fromScaled(parseScaled(given(roomArea), 2), 2),
        fromScaled(parseScaled(share, 8), 8),
      );
}

function ofComponent({ component }: ChargeBasis, part: ChargePart, volume: Fraction): Fraction {
  return component === 'heat' ? heatVolume(volume, parseScaled(given(part.heatNorm), 6)) : volume;
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the basis of a charge lacks what its rule needs');
  return value;
}
