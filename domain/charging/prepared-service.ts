// A service of the house in one month: its tariffs, norms and K by day, prepared once for all accounts.
import type { Period } from '../calendar/period.ts';
import { formatScaled } from '../money/scaled.ts';
import type { Coefficient } from '../regulation/coefficient/coefficient.ts';
import type { Component, ServiceFacts, TariffRange, PersonsNorm } from './house-facts.ts';
import { cutAt, dayNumber, type DaySet, type MonthDays } from './month-days.ts';
import { UncomputableError } from './uncomputable.ts';

/** A value with its text, formatted once rather than for each of a thousand lines. */
export type DatedValue = {
  readonly value: bigint;
  readonly text: string;
  readonly basis: string;
  /** For a tariff: the values above bounds of the month's volume. */
  readonly ranges?: readonly PricedRange[];
  /** For a norm: the values per person by the number of persons. */
  readonly byPersons?: readonly (DatedValue & { readonly persons: number })[];
};
export type PricedRange = TariffRange & { readonly above: string; readonly tariff: string };

/** A value by the number of the day; `cuts` are the days on which a row of it begins, or the day after one ends. */
export type ByDay = { readonly cuts: DaySet; readonly on: readonly (DatedValue | undefined)[] };

/** The price of a unit, and the volume charged when nothing measures it. */
export type Prices = {
  readonly tariff: ByDay;
  readonly norm: ByDay;
  /** Only for a two-component service; the norm is q, the heat for one cubic metre. */
  readonly heatTariff: ByDay;
  readonly heatNorm: ByDay;
};

export type PreparedService = Prices & {
  readonly facts: ServiceFacts;
  /** The days on which the service is provided; none when `first` is above `last`. */
  readonly first: number;
  readonly last: number;
  /** Whether its tariffs or norms have components; then `tariff` and `norm` are those of the cold one. */
  readonly isTwoComponent: boolean;
  /** K, in hundredths; empty if the law has none. */
  readonly coefficient: ByDay;
  /** The days on which K applies if a meter could be installed and is not. */
  readonly raised: DaySet;
  /** For the groups other than the default one, by name. */
  readonly groups: ReadonlyMap<string, Prices>;
  /** The service as the house has it; absent if this is the house's own. */
  readonly ofHouse?: PreparedService;
  /** Cache of the service for accounts with groups, by the days of their groups. */
  readonly ofGroups: Map<string, PreparedService>;
};

type Row = Period & {
  readonly value: bigint;
  readonly basis: string;
  readonly component: Component | null;
  readonly group: string | null;
  readonly ranges?: readonly TariffRange[];
  readonly byPersons?: readonly PersonsNorm[];
};

export function prepareService(month: MonthDays, facts: ServiceFacts): PreparedService {
  const tariffs = facts.tariffs.map((row): Row => ({ ...row, value: row.valueE4 }));
  const norms = facts.norms.map((row): Row => ({ ...row, value: row.valueE6 }));
  const isTwoComponent = [...tariffs, ...norms].some(({ component }) => component !== null);
  const water: readonly (Component | null)[] = isTwoComponent ? ['cold'] : [null];
  // What a two-component service uses is water, so its norm may be stated without a component.
  const normOf = norms.some(({ component }) => component === 'cold') ? water : [null];
  const only = (
    rows: readonly Row[],
    group: string | null,
    components: readonly (Component | null)[],
  ): readonly Row[] =>
    rows.filter((row) => row.group === group && components.includes(row.component));
  const pricesOf = (group: string | null): Prices => ({
    tariff: byDay(month, only(tariffs, group, water), 4),
    norm: byDay(month, only(norms, group, normOf), 6),
    heatTariff: byDay(month, only(tariffs, group, ['heat']), 4),
    heatNorm: byDay(month, only(norms, group, ['heat']), 6),
  });
  const groups = new Set([...tariffs, ...norms].flatMap(({ group }) => group ?? []));
  const coefficient = byDay(month, facts.coefficients.map(toRow), 2);
  return {
    facts,
    first: Math.max(1, dayNumber(month, facts.validFrom)),
    last: facts.validTo === null ? month.length : clampEnd(month, facts.validTo),
    isTwoComponent,
    ...pricesOf(null),
    coefficient,
    raised: facts.coefficientApplies ? daysWith(coefficient) : 0,
    groups: new Map(Array.from(groups, (group) => [group, pricesOf(group)])),
    ofGroups: new Map(),
  };
}

/** Whether the service has a norm on any day of the month. */
export function hasNorm({ norm }: PreparedService): boolean {
  return norm.on.some((value) => value !== undefined);
}

/** @throws UncomputableError tariff-missing */
export function tariffOn(service: PreparedService, month: MonthDays, day: number): DatedValue {
  return service.tariff.on[day] ?? missing(service, month, day, 'tariff');
}

/** @throws UncomputableError norm-missing */
export function normOn(service: PreparedService, month: MonthDays, day: number): DatedValue {
  return service.norm.on[day] ?? missing(service, month, day, 'norm');
}

/** The norm per person for this number of persons. */
export function ofPersons(norm: DatedValue, persons: number): DatedValue {
  return norm.byPersons?.findLast((row) => row.persons <= persons) ?? norm;
}

/** @throws UncomputableError tariff-missing */
export function heatTariffOn(service: PreparedService, month: MonthDays, day: number): DatedValue {
  return service.heatTariff.on[day] ?? missing(service, month, day, 'tariff', 'heat');
}

/** @throws UncomputableError norm-missing */
export function heatNormOn(service: PreparedService, month: MonthDays, day: number): DatedValue {
  return service.heatNorm.on[day] ?? missing(service, month, day, 'norm', 'heat');
}

function missing(
  { facts, isTwoComponent }: PreparedService,
  { texts }: MonthDays,
  day: number,
  what: 'tariff' | 'norm',
  component: Component = 'cold',
): never {
  throw new UncomputableError(`${what}-missing`, {
    services: [facts.name],
    day: texts[day] ?? '',
    ...(isTwoComponent ? { component } : {}),
  });
}

function byDay(month: MonthDays, rows: readonly Row[], places: number): ByDay {
  let cuts = 0;
  const on = Array.from({ length: month.length + 1 }, (): DatedValue | undefined => undefined);
  for (const row of rows) {
    const first = Math.max(1, dayNumber(month, row.validFrom));
    const last = row.validTo === null ? month.length : clampEnd(month, row.validTo);
    if (first > last) continue;
    cuts |= cutAt(month, first) | cutAt(month, last + 1);
    const value = toValue(row, places);
    for (let day = first; day <= last; day++) on[day] ??= value;
  }
  return { cuts, on };
}

function toValue({ value, basis, ranges = [], byPersons = [] }: Row, places: number): DatedValue {
  return {
    value,
    text: formatScaled(value, places),
    basis,
    ...(ranges.length > 0 && { ranges: ranges.map(toRange) }),
    ...(byPersons.length > 0 && {
      byPersons: byPersons.map(({ persons, valueE6 }) => ({
        persons,
        value: valueE6,
        text: formatScaled(valueE6, places),
        basis,
      })),
    }),
  };
}

function toRange({ aboveE3, valueE4 }: TariffRange): PricedRange {
  return { aboveE3, valueE4, above: formatScaled(aboveE3, 3), tariff: formatScaled(valueE4, 4) };
}

function daysWith({ on }: ByDay): DaySet {
  return on.reduce((days, value, day) => (value === undefined ? days : days | (1 << (day - 1))), 0);
}

function clampEnd(month: MonthDays, day: Temporal.PlainDate): number {
  return Math.min(month.length, dayNumber(month, day));
}

function toRow({ valueE2, validFrom, validTo }: Coefficient): Row {
  return { value: valueE2, basis: '', component: null, group: null, validFrom, validTo };
}
