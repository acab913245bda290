// Water disposal: the volume of water used becomes waste water; if no meter counts the water, the norm of disposal.
import {
  add,
  fraction,
  isNegative,
  multiply,
  sum,
  type Fraction,
} from '../../../money/fraction.ts';
import { lateReading } from '../../../regulation/late-reading/late-reading.ts';
import type { AccountCalculation } from '../../account-lines.ts';
import { LINE, type BasisInputs, type ChargeLine } from '../../charge-line.ts';
import { hasContractVolume } from '../../contract-volume.ts';
import { formatExact } from '../../exact-text.ts';
import { countDays } from '../../month-days.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import { hasNorm } from '../../prepared-service.ts';
import { priceLine } from '../../price.ts';
import {
  isDwelling,
  normLines,
  oneLine,
  type Drawn,
  type ServiceLines,
} from '../../service-lines.ts';
import { UncomputableError } from '../../uncomputable.ts';
import { placeOf, spread, type Place, type VolumeSource } from '../../volume-source.ts';
import { drainedHere, recalculatedAsWater } from '../../water-absence.ts';
import type { Method } from '../method.ts';
import { WATER_DISPOSAL_LAW, WATER_DISPOSAL_RULES } from './water-disposal-rules.ts';

export const WATER_DISPOSAL: Method<keyof typeof WATER_DISPOSAL_RULES> = {
  rules: WATER_DISPOSAL_RULES,
  law: WATER_DISPOSAL_LAW,
  isSum: true,
  chargeAccount: disposalLines,
};

const ZERO = fraction(0n);

/**
 * The sum of the volumes of all services that drain into this one; what is taken back for the water is taken back here too
 * (p. 89). If none of them has a meter, persons times the norm of disposal, if the service has one (p. 42); a room where nobody
 * lives has its contract volume of disposal, if there is one, otherwise its water, however that was found (p. 43).
 * @throws UncomputableError the reason for which the water was refused, and whatever norms throw
 */
function disposalLines(
  house: PreparedHouse,
  place: Place,
  { drawn, refused }: Pick<AccountCalculation, 'drawn' | 'refused'>,
): ServiceLines | undefined {
  if (!isDwelling(place) && hasContractVolume(place))
    return normLines(place, 'water-disposal-norm');
  const { code, name } = place.service.facts;
  const waters = house.drainedBy.get(code) ?? [];
  const water = refused.find((one) => waters.includes(one.code));
  if (water !== undefined)
    throw new UncomputableError(water.error.reason, { services: [name] }, true);
  const part = partOfMonth(house, place);
  const drained = drainedHere(house, place, drawn).map(
    ([one, of]) => [one, part === undefined ? of : partOf(of, part)] as const,
  );
  const isByNorm = isDwelling(place) || drained.length === 0;
  if (isByNorm && hasNorm(place.service) && drained.every(([, { metered }]) => metered === 'none'))
    return byNormLines(place, drained);
  return drained.length === 0 ? undefined : drainedLines(place, drained);
}

/**
 * A house may have the service twice in a month: the water then falls evenly on the account's days of both. Undefined where all
 * of it belongs to this one.
 */
function partOfMonth({ month, ownServices }: PreparedHouse, place: Place): Fraction | undefined {
  const { account, service, days } = place;
  const alike = ownServices.filter(({ facts }) => facts.code === service.facts.code);
  if (alike.length === 1) return undefined;
  const all = alike.reduce((union, one) => union | (placeOf(month, account, one)?.days ?? 0), 0);
  return fraction(BigInt(countDays(days)), BigInt(countDays(all)));
}

function partOf({ own, recalculated, absent, tampered, metered }: Drawn, part: Fraction): Drawn {
  return {
    own: multiply(own, part),
    recalculated: multiply(recalculated, part),
    absent: multiply(absent, part),
    ...(tampered === undefined ? {} : { tampered: multiply(tampered, part) }),
    metered,
  };
}

/** Late readings give back waste water of earlier months, though the norm is charged for this one. */
function byNormLines(place: Place, drained: readonly (readonly [string, Drawn])[]): ServiceLines {
  const byNorm = recalculatedAsWater(normLines(place, 'water-disposal-norm'), drained);
  const charged = withTampered(place, byNorm, drained);
  const back = drained.map(([code, { recalculated }]) => [code, recalculated] as const);
  const recalculated = totalOf(back);
  const late = spread(place, recalculated, 'late-reading', shownVolumes(back));
  return {
    ...charged,
    lines: [...charged.lines, ...recalculationLine(place, late, recalculated, LINE.lateReading)],
    recalculated,
  };
}

function drainedLines(place: Place, drained: readonly (readonly [string, Drawn])[]): ServiceLines {
  const net = drained.map(
    ([code, { own, recalculated }]) => [code, add(own, recalculated)] as const,
  );
  const { own, recalculated } = lateReading(totalOf(net), ZERO);
  const charged = withTampered(
    place,
    oneLine(place, spread(place, own, 'water-disposal', shownVolumes(net))),
    drained,
  );
  if (!isNegative(recalculated) && drained.every(([, { absent }]) => !isNegative(absent)))
    return charged;
  const away = drained.map(([code, { absent }]) => [code, absent] as const);
  const absent = totalOf(away);
  const late = spread(place, recalculated, 'late-reading', shownVolumes(net));
  const absence = spread(place, absent, 'absence', shownVolumes(away));
  return {
    ...charged,
    lines: [
      ...charged.lines,
      ...recalculationLine(place, late, recalculated, LINE.lateReading),
      ...recalculationLine(place, absence, absent, LINE.absence),
    ],
    recalculated,
    absent,
  };
}

/** What interference with water meters adds counts as waste water too (p. 62). */
function withTampered(
  place: Place,
  charged: ServiceLines,
  drained: readonly (readonly [string, Drawn])[],
): ServiceLines {
  const all = drained.flatMap(([code, { tampered }]) =>
    tampered === undefined ? [] : [[code, tampered] as const],
  );
  if (all.length === 0) return charged;
  const source = spread(place, totalOf(all), 'tampering', shownVolumes(all));
  const priced = priceLine(place, source, LINE.tampering, 'recalculation');
  return priced?.line === undefined
    ? charged
    : { ...charged, lines: [...charged.lines, priced.line] };
}

function recalculationLine(
  place: Place,
  source: VolumeSource,
  volume: Fraction,
  line: number,
): readonly ChargeLine[] {
  const priced = isNegative(volume) ? priceLine(place, source, line, 'recalculation') : undefined;
  return priced?.line === undefined ? [] : [priced.line];
}

type Volumes = readonly (readonly [code: string, volume: Fraction])[];

function totalOf(volumes: Volumes): Fraction {
  return sum(volumes.map(([, volume]) => volume));
}

function shownVolumes(volumes: Volumes): BasisInputs {
  return {
    volumes: Object.fromEntries(volumes.map(([code, volume]) => [code, formatExact(volume)])),
  };
}
