// The lines of a service of one account, whatever its volume comes from: the service itself, the excess by K, the heat of
// two-component hot water, and recalculations.
import { add, fraction, isNegative, multiply, type Fraction } from '../money/fraction.ts';
import { absentVolume } from '../regulation/absence/absence.ts';
import { excessVolume } from '../regulation/coefficient/coefficient.ts';
import { LINE, type BasisInputs, type ChargeLine } from './charge-line.ts';
import type { ChargeRule } from './charge-rules.ts';
import { byContractVolume } from './contract-volume.ts';
import { edgesOf, hasDay, type DaySet, type Stretch } from './month-days.ts';
import { priceHeatLine, priceLine, type Priced } from './price.ts';
import { hasNorm } from './prepared-service.ts';
import { UncomputableError, type UncomputableReason, type ReasonFacts } from './uncomputable.ts';
import { byNorm, type Place, type VolumeSource } from './volume-source.ts';

/** The exact volumes of a service, from which other services follow. */
export type Drawn = {
  /** The volume used; never negative. */
  readonly own: Fraction;
  /** What late readings take back, zero or below. */
  readonly recalculated: Fraction;
  /** What absences take back, zero or below. */
  readonly absent: Fraction;
  /** What acts of interference with meters add for earlier months; absent when nothing. */
  readonly tampered?: Fraction;
  /** Whether meters counted it, by readings or averages, on all of its days; `instead` if the norm stands in for a meter. */
  readonly metered: 'none' | 'instead' | 'some-days' | 'whole';
};

export type ServiceLines = Drawn & {
  readonly lines: readonly ChargeLine[];
  /** How much of the own volume, and of what K adds to it, is charged. */
  readonly charged: Fraction;
};

const ZERO = fraction(0n);

/**
 * Persons times norm for a dwelling, the volume of its contract for any other room.
 * @throws UncomputableError contract-volume-missing, norm-missing, persons-missing, tariff-missing
 */
export function normLines(place: Place, rule: ChargeRule): ServiceLines {
  return isDwelling(place)
    ? unmeteredLines(place, rule)
    : oneVolumeLines(place, byContractVolume(place));
}

/** The lines of a volume to which K does not apply. */
export function oneVolumeLines(place: Place, source: VolumeSource): ServiceLines {
  return linesOf(place, source, 0);
}

/** The line of a volume that has no other lines. */
export function oneLine(place: Place, source: VolumeSource): ServiceLines {
  const priced = priceLine(place, source, LINE.service, place.service.facts.method);
  return {
    lines: linesIn([priced]),
    charged: priced?.charged ?? ZERO,
    own: priced?.volume ?? ZERO,
    recalculated: ZERO,
    absent: ZERO,
    metered: 'none',
  };
}

/**
 * The norm per person, K and counting owners instead of residents are rules for dwellings.
 * Source: Government Decree 354 of 2011-05-06, p. 42, 43, 56(2), 59.
 */
export function isDwelling({ account }: Pick<Place, 'account'>): boolean {
  return account.facts.roomKind === 'residential';
}

/** By the norm, because no meter is installed: with K on the days on which one could be, when absences change nothing. */
function unmeteredLines(place: Place, rule: ChargeRule): ServiceLines {
  const { account, service } = place;
  const raised = raisedDays(place);
  const source = byNorm(place, rule, spared(place));
  const charged = linesOf(place, source, raised);
  if (account.absentPersons === null || !service.facts.followsAbsence) return charged;
  if ((place.days & ~raised) === 0) return charged;
  const away = absenceSource(place, source, account.absentPersons, raised);
  const absence = recalculationLines(place, away, LINE.absence, LINE.absenceHeat, charged.charged);
  return { ...charged, lines: [...charged.lines, ...absence.lines], absent: absence.volume };
}

/** The days on which K applies without a meter: not those of an act that no meter can be installed. */
export function raisedDays({ service, days, act }: Place): DaySet {
  return service.raised & days & ~act;
}

/** States that an act prevents K. */
export function spared({ service, days, act }: Place): Pick<BasisInputs, 'noMeterPossible'> {
  return (service.raised & days & act) === 0 ? {} : { noMeterPossible: true };
}

/**
 * The service, the excess over its norm, and the heat in it.
 * @param raised the days on which K applies
 */
export function linesOf(place: Place, source: VolumeSource, raised: DaySet): ServiceLines {
  const { service } = place;
  const { method } = service.facts;
  const own = priceLine(place, source, LINE.service, method);
  const before = own?.charged ?? ZERO;
  const excess =
    raised === 0
      ? undefined
      : priceLine(place, excessSource(place, source, raised), LINE.excess, 'excess', before);
  const heat = service.isTwoComponent ? priceHeatLine(place, source, LINE.heat, method) : undefined;
  return {
    lines: linesIn([own, excess, heat]),
    charged: excess === undefined ? before : add(before, excess.charged),
    own: own?.volume ?? ZERO,
    recalculated: ZERO,
    absent: ZERO,
    metered: 'none',
  };
}

export function recalculationLines(
  place: Place,
  source: VolumeSource,
  line: number,
  heatLine: number,
  before: Fraction,
): { readonly lines: readonly ChargeLine[]; readonly volume: Fraction } {
  const water = priceLine(place, source, line, 'recalculation', before);
  const heat = place.service.isTwoComponent
    ? priceHeatLine(place, source, heatLine, 'recalculation')
    : undefined;
  return { lines: linesIn([water, heat]), volume: water?.volume ?? ZERO };
}

/**
 * With what a late reading gives back of earlier months, whatever the month itself is charged by.
 * @param recalculated below zero if anything is given back
 * @param spreadOut over the days that counted it
 */
export function withLateReading(
  place: Place,
  charged: ServiceLines,
  recalculated: Fraction,
  spreadOut: (volume: Fraction) => VolumeSource,
): ServiceLines {
  if (!isNegative(recalculated)) return charged;
  const late = recalculationLines(
    place,
    spreadOut(recalculated),
    LINE.lateReading,
    LINE.lateReadingHeat,
    charged.charged,
  );
  return { ...charged, lines: [...charged.lines, ...late.lines], recalculated: late.volume };
}

function linesIn(priced: readonly (Priced | undefined)[]): readonly ChargeLine[] {
  return priced.flatMap((one) => one?.line ?? []);
}

/** What K adds on the days charged by the norm. */
function excessSource(
  { month, service }: Place,
  source: VolumeSource,
  raised: DaySet,
): VolumeSource {
  const { coefficient } = service;
  return {
    rule: 'excess',
    cuts: source.cuts | coefficient.cuts | edgesOf(month, raised),
    on: (stretch) => {
      if (!hasDay(raised, stretch.first)) return undefined;
      const { volume, personalNorm, inputs } = source.on(stretch) ?? {};
      const k = coefficient.on[stretch.first];
      if (volume === undefined || personalNorm === undefined || k === undefined) return undefined;
      return { volume: excessVolume(volume, k.value), inputs: { ...inputs, coefficient: k.text } };
    },
    inputs: source.inputs.unread === undefined ? {} : { unread: source.inputs.unread },
  };
}

/** The volume of absent persons, below zero, on the days on which K does not apply. */
function absenceSource(
  { month }: Place,
  source: VolumeSource,
  absentPersons: readonly number[],
  raised: DaySet,
): VolumeSource {
  return {
    rule: 'absence',
    cuts: source.cuts | edgesOf(month, raised),
    on: (stretch) => {
      if (hasDay(raised, stretch.first)) return undefined;
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

/** At most as many persons are absent on a day as are counted. */
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

/** @throws UncomputableError the reason why only the norm could be charged, if there is no norm either */
export function requireNorm(
  { service }: Place,
  reason: UncomputableReason,
  facts: Pick<ReasonFacts, 'meter'> = {},
): void {
  if (!hasNorm(service))
    throw new UncomputableError(reason, { services: [service.facts.name], ...facts });
}
