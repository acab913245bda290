// The lines of a service that is charged by meter or by the norm of persons: the service itself, the excess by K, the heat
// of two-component hot water, and what is recalculated.
import { fraction, isNegative, multiply, type Fraction } from '../money/fraction.ts';
import { absentVolume } from '../regulation/absence/absence.ts';
import { excessVolume } from '../regulation/coefficient/coefficient.ts';
import { LINE, type BasisInputs, type ChargeLine, type ChargeRule } from './charge-line.ts';
import { metersOfMonth, normInPlaceOf, type MetersOfMonth } from './meters.ts';
import { countDays, daysBetween, edgesOf, hasDay, type Stretch } from './month-days.ts';
import { checkMeteredVolume } from './plausible.ts';
import { priceHeatLine, priceLine, type Priced } from './price.ts';
import { hasNorm } from './prepared-service.ts';
import { UncomputableError, type UncomputableReason } from './uncomputable.ts';
import {
  byNorm,
  normOfStretch,
  spread,
  volumeOf,
  type Place,
  type VolumeSource,
} from './volume-source.ts';

/** The exact volumes of a service, from which other services follow. */
export type Drawn = {
  /** What was drawn; never negative. */
  readonly own: Fraction;
  /** What late readings take back, zero or below. */
  readonly recalculated: Fraction;
  /** What absences take back, zero or below. */
  readonly absent: Fraction;
  /** Whether meters have counted it, by readings or averages, on all of its days. */
  readonly metered: 'none' | 'some-days' | 'whole';
};

export type ServiceLines = Drawn & { readonly lines: readonly ChargeLine[] };

const ZERO = fraction(0n);
/** In a dwelling there are three: p. 59. */
const AVERAGED_PERIODS_NON_RESIDENTIAL = 2;

/** @throws UncomputableError non-residential-not-supported, norm-missing, persons-missing, tariff-missing */
export function normLines(place: Place, rule: ChargeRule): ServiceLines {
  requireDwelling(place);
  return unmeteredLines(place, rule);
}

/** The line of a volume that has no other lines beside it. */
export function oneLine(place: Place, source: VolumeSource): ServiceLines {
  const priced = priceLine(place, source, LINE.service, place.service.facts.method);
  return {
    lines: linesIn([priced]),
    own: priced?.volume ?? ZERO,
    recalculated: ZERO,
    absent: ZERO,
    metered: 'none',
  };
}

/**
 * By meter; where none stands or counts, by what the law puts in its place.
 * @throws UncomputableError non-residential-not-supported, meter-missing, reading-missing, reading-below-previous,
 *   volume-implausible, and what norms throw
 */
export function meterLines(place: Place): ServiceLines {
  const { month, account, service, first, last } = place;
  const { houseServiceId } = service.facts;
  const own = account.facts.meters.filter((meter) => meter.houseServiceId === houseServiceId);
  const meters = metersOfMonth(month, service.facts, own, first, last);
  if (!countsWithoutNorm(place, meters)) requireDwelling(place);
  if (meters === undefined) {
    requireNorm(place, 'meter-missing', 'is charged by meter and there is none');
    return unmeteredLines(place, 'norm-no-meter');
  }
  if (meters.norm !== undefined) return normInsteadOfMeters(place, meters);
  checkMeteredVolume(place, meters.own);
  checkMeteredVolume(place, meters.recalculated);
  return meteredLines(place, meters);
}

/** Whether meters give the volume of all the days, and averages for no longer than a room that nobody lives in may have. */
function countsWithoutNorm({ first, last }: Place, meters: MetersOfMonth | undefined): boolean {
  return (
    meters !== undefined &&
    meters.norm === undefined &&
    meters.covered === daysBetween(first, last) &&
    meters.unread.every(({ period }) => period <= AVERAGED_PERIODS_NON_RESIDENTIAL)
  );
}

/**
 * The norm of a person, K and the owners in the place of residents are rules of dwellings.
 * Source: Government Decree 354 of 2011-05-06, p. 42, 43, 56(2), 59.
 */
function requireDwelling({ account, service }: Place): void {
  if (account.facts.roomKind === 'non-residential')
    throw new UncomputableError('non-residential-not-supported', service.facts.code);
}

/** By the norm, because a meter stands and its readings do not count: with K where it is faulty for long. */
function normInsteadOfMeters(place: Place, { unread, norm }: MetersOfMonth): ServiceLines {
  const left = unread.filter(({ average }) => average === undefined);
  const faulty = left.find(({ because }) => because === 'meter-faulty');
  const why =
    faulty === undefined
      ? `meter ${left[0]?.serialNumber} has no reading of this month`
      : `meter ${faulty.serialNumber} counts no longer`;
  requireNorm(place, 'reading-missing', `cannot be charged: ${why}`);
  const rule = faulty === undefined ? 'norm-reading-missing' : 'norm-meter-faulty';
  const source = byNorm(place, rule);
  const inputs = { unread: normInPlaceOf(unread, volumeOf(place, source)) };
  return linesOf(place, { ...source, inputs }, norm === 'norm-with-coefficient');
}

/** By the norm, because no meter stands: with K where one could, and then absences change nothing. */
function unmeteredLines(place: Place, rule: ChargeRule): ServiceLines {
  const { account, service } = place;
  const hasCoefficient =
    service.facts.coefficientApplies && service.coefficient.on[place.last] !== undefined;
  const source = byNorm(place, rule);
  const charged = linesOf(place, source, hasCoefficient);
  if (account.absentPersons === null || hasCoefficient || !service.facts.followsAbsence)
    return charged;
  const away = absenceSource(place, source, account.absentPersons);
  const absence = recalculationLines(place, away, LINE.absence, LINE.absenceHeat);
  return { ...charged, lines: [...charged.lines, ...absence.lines], absent: absence.volume };
}

/** By readings and averages; days on which no meter stands by the norm. */
function meteredLines(place: Place, meters: MetersOfMonth): ServiceLines {
  const isWhole = meters.covered === daysBetween(place.first, place.last);
  if (!isWhole) requireNorm(place, 'meter-missing', 'has days on which no meter stands');
  const source = isWhole
    ? spread(place, meters.own, ruleOf(meters), inputsOf(meters))
    : onMeteredDays(place, meters, meters.own, 'meter-some-days');
  const charged: ServiceLines = {
    ...linesOf(place, source, !isWhole && place.service.facts.coefficientApplies),
    metered: isWhole ? 'whole' : 'some-days',
  };
  if (!isNegative(meters.recalculated)) return charged;
  const late = recalculationLines(
    place,
    onMeteredDays(place, meters, meters.recalculated, 'late-reading'),
    LINE.lateReading,
    LINE.lateReadingHeat,
  );
  return { ...charged, lines: [...charged.lines, ...late.lines], recalculated: late.volume };
}

/** The service, the excess over its norm, and the heat in it. */
function linesOf(place: Place, source: VolumeSource, withCoefficient: boolean): ServiceLines {
  const { service } = place;
  const { method } = service.facts;
  const charged = priceLine(place, source, LINE.service, method);
  const excess = withCoefficient
    ? priceLine(place, excessSource(place, source), LINE.excess, 'excess')
    : undefined;
  const heat = service.isTwoComponent ? priceHeatLine(place, source, LINE.heat, method) : undefined;
  return {
    lines: linesIn([charged, excess, heat]),
    own: charged?.volume ?? ZERO,
    recalculated: ZERO,
    absent: ZERO,
    metered: 'none',
  };
}

function recalculationLines(
  place: Place,
  source: VolumeSource,
  line: number,
  heatLine: number,
): { readonly lines: readonly ChargeLine[]; readonly volume: Fraction } {
  const water = priceLine(place, source, line, 'recalculation');
  const heat = place.service.isTwoComponent
    ? priceHeatLine(place, source, heatLine, 'recalculation')
    : undefined;
  return { lines: linesIn([water, heat]), volume: water?.volume ?? ZERO };
}

function linesIn(priced: readonly (Priced | undefined)[]): readonly ChargeLine[] {
  return priced.flatMap((one) => (one === undefined ? [] : [one.line]));
}

/** What K adds on the days that are charged by the norm. */
function excessSource({ service }: Place, source: VolumeSource): VolumeSource {
  const { coefficient } = service;
  return {
    rule: 'excess',
    cuts: source.cuts | coefficient.cuts,
    on: (stretch) => {
      const { volume, personalNorm, inputs } = source.on(stretch) ?? {};
      const k = coefficient.on[stretch.first];
      if (volume === undefined || personalNorm === undefined || k === undefined) return undefined;
      return { volume: excessVolume(volume, k.value), inputs: { ...inputs, coefficient: k.text } };
    },
    inputs: source.inputs.unread === undefined ? {} : { unread: source.inputs.unread },
  };
}

/** What falls on persons who were away, below zero. */
function absenceSource(
  { month }: Place,
  source: VolumeSource,
  absentPersons: readonly number[],
): VolumeSource {
  return {
    rule: 'absence',
    cuts: source.cuts,
    on: (stretch) => {
      const { personalNorm, inputs } = source.on(stretch) ?? {};
      const personDays = personDaysOf(stretch, absentPersons, inputs?.persons ?? 0);
      if (personalNorm === undefined || personDays === 0) return undefined;
      const away = absentVolume(personalNorm.value, personDays, month.length);
      return {
        volume: multiply(away, fraction(-1n)),
        inputs: { ...inputs, absentPersonDays: personDays },
      };
    },
    inputs: {},
  };
}

/** No more persons are away on a day than are counted. */
function personDaysOf(
  { first, last }: Stretch,
  absentPersons: readonly number[],
  counted: number,
): number {
  let personDays = 0;
  for (let day = first; day <= last; day++)
    personDays += Math.min(absentPersons[day] ?? 0, counted);
  return personDays;
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
    inputs: isOwn ? inputsOf(meters) : { meters: meters.read },
  };
}

function ruleOf({ unread }: MetersOfMonth): ChargeRule {
  if (unread.length === 0) return 'individual-meter';
  return unread.some(({ because }) => because === 'meter-faulty')
    ? 'average-meter-faulty'
    : 'average-reading-missing';
}

function inputsOf({ read, unread }: MetersOfMonth): BasisInputs {
  return {
    ...(read.length === 0 ? {} : { meters: read }),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

function requireNorm({ service }: Place, reason: UncomputableReason, why: string): void {
  if (!hasNorm(service))
    throw new UncomputableError(reason, `${service.facts.code} ${why}, and it has no norm`);
}
