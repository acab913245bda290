// The charges of one account that follow from itself: every service but those that the house shares out.
import { add, fraction, isNegative, sum, type Fraction } from '../money/fraction.ts';
import { lateReading } from '../regulation/late-reading/late-reading.ts';
import type { PreparedAccount } from './prepared-account.ts';
import { LINE, type BasisInputs, type ChargeLine } from './charge-line.ts';
import { formatExact } from './exact-text.ts';
import { byHeatingNorm } from './heating-norm.ts';
import type { PreparedHouse } from './prepared-house.ts';
import { priceLine } from './price.ts';
import { meterLines, normLines, type Drawn, type ServiceLines } from './service-lines.ts';
import { UncomputableError } from './uncomputable.ts';
import { ofMonth, placeOf, spread, type Place, type VolumeSource } from './volume-source.ts';

/** The services whose volumes go down the drain. */
const DRAINED_SERVICES = ['cold-water', 'hot-water', 'hot-water-two-component'];
/** The services that share electricity out by the hours of the day. */
const ELECTRICITY_BY_HOURS = ['electricity-day', 'electricity-night'];
const ZERO = fraction(0n);

export type AccountCalculation = {
  readonly account: PreparedAccount;
  readonly lines: readonly ChargeLine[];
  /** What was drawn, by service code. */
  readonly drawn: ReadonlyMap<string, Drawn>;
};

/** @throws UncomputableError when a figure that a charge needs is not there */
export function calculateAccount(
  house: PreparedHouse,
  account: PreparedAccount,
): AccountCalculation {
  refuseElectricityTwice(house);
  const lines: ChargeLine[] = [];
  const drawn = new Map<string, Drawn>();
  for (const service of house.ownServices) {
    const place = placeOf(house.month, account, service);
    const charged = place === undefined ? undefined : serviceLines(house, place, drawn);
    if (charged === undefined) continue;
    lines.push(...charged.lines);
    const { code } = service.facts;
    drawn.set(code, together(drawn.get(code), charged));
  }
  return { account, lines, drawn };
}

/** Who pays by one rate and who by those of the day and the night cannot be told: one kilowatt-hour would count twice. */
function refuseElectricityTwice({ facts: { services } }: PreparedHouse): void {
  const has = (codes: readonly string[]): boolean =>
    services.some(({ code }) => codes.includes(code));
  if (has(['electricity']) && has(ELECTRICITY_BY_HOURS))
    throw new UncomputableError(
      'method-not-supported',
      'electricity at one rate and by hours in one house is not computed yet',
    );
}

/** A house may have one utility service twice in a month: by norm first and by meter then. */
function together(before: Drawn | undefined, now: Drawn): Drawn {
  if (before === undefined) return now;
  return {
    own: add(before.own, now.own),
    recalculated: add(before.recalculated, now.recalculated),
    absent: add(before.absent, now.absent),
  };
}

function serviceLines(
  house: PreparedHouse,
  place: Place,
  drawn: ReadonlyMap<string, Drawn>,
): ServiceLines | undefined {
  const { account, service } = place;
  switch (service.facts.method) {
    case 'meter':
      return meterLines(place);
    case 'norm':
      return normLines(place);
    case 'area': {
      const area = { numerator: account.areaE10, denominator: 10_000_000_000n };
      return oneLine(place, ofMonth(place, area, 'area', account.area));
    }
    case 'heating': {
      const source = byHeatingNorm(house, place);
      return source && oneLine(place, source);
    }
    case 'water-disposal':
      return disposalLines(place, drawn);
    case 'odn':
      return undefined;
  }
}

function oneLine(place: Place, source: VolumeSource): ServiceLines {
  const priced = priceLine(place, source, LINE.service, place.service.facts.method);
  return {
    lines: priced === undefined ? [] : [priced.line],
    own: priced?.volume ?? ZERO,
    recalculated: ZERO,
    absent: ZERO,
  };
}

/** What was drawn goes down the drain, and what is taken back of the one is taken back of the other (p. 89). */
function disposalLines(place: Place, drawn: ReadonlyMap<string, Drawn>): ServiceLines | undefined {
  const drained = DRAINED_SERVICES.flatMap((code): [string, Drawn][] => {
    const water = drawn.get(code);
    return water === undefined ? [] : [[code, water]];
  });
  if (drained.length === 0) return undefined;
  const net = drained.map(
    ([code, { own, recalculated }]) => [code, add(own, recalculated)] as const,
  );
  const { own, recalculated } = lateReading(totalOf(net), ZERO);
  const charged = oneLine(place, spread(place, own, 'water-disposal', shownVolumes(net)));
  if (!isNegative(recalculated) && drained.every(([, { absent }]) => !isNegative(absent)))
    return charged;
  const away = drained.map(([code, { absent }]) => [code, absent] as const);
  const absent = totalOf(away);
  const late = spread(place, recalculated, 'late-reading', shownVolumes(net));
  const absence = spread(place, absent, 'absence', shownVolumes(away));
  return {
    lines: [
      ...charged.lines,
      ...recalculationLine(place, late, recalculated, LINE.lateReading),
      ...recalculationLine(place, absence, absent, LINE.absence),
    ],
    own: charged.own,
    recalculated,
    absent,
  };
}

function recalculationLine(
  place: Place,
  source: VolumeSource,
  volume: Fraction,
  line: number,
): readonly ChargeLine[] {
  const priced = isNegative(volume) ? priceLine(place, source, line, 'recalculation') : undefined;
  return priced === undefined ? [] : [priced.line];
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
