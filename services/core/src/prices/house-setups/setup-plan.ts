// Plans a request about many houses for one of them: each service and value with its outcome, and what is to be written. A
// house's own values are kept; a row is refused where it would not have the requested effect.
import { isDeepStrictEqual } from 'node:util';
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type {
  Component,
  HeatingMode,
  SharedMeterWay,
} from '@kvartplata/domain/charging/house-facts.ts';
import type { SetupRow } from '@kvartplata/contracts/core/house-setups.ts';
import {
  dayBefore,
  differenceOf,
  hullOf,
  laterOf,
  type DaySpan,
} from '@kvartplata/domain/calendar/day-span.ts';
import type { Steps } from '../house-services/house-services.table.ts';

export type Days = { readonly validFrom: string; readonly validTo: string | null };

export type SetupService = Days & {
  readonly id: number;
  readonly utilityServiceId: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly precision: number;
  readonly components: readonly Component[];
  readonly method: ChargingMethod;
  readonly heatingMode: HeatingMode | null;
  readonly coefficientApplies: boolean;
  readonly sharedMeterBy: SharedMeterWay;
};

export type SetupValue = Days & {
  readonly kind: 'tariff' | 'norm';
  /** 0 for one that is not stored yet. */
  readonly id: number;
  readonly houseServiceId: number;
  readonly component: Component | null;
  readonly group: string | null;
  readonly value: string;
  readonly steps: Steps;
  readonly basis: string;
};

/** A house's services and values from the first day of the request on. */
export type SetupHouse = {
  readonly services: readonly SetupService[];
  readonly values: readonly SetupValue[];
};

export type SetupPlan = {
  readonly rows: readonly SetupRow[];
  /** The other house's services that begin here, with their values. */
  readonly newServices: readonly {
    readonly like: SetupService;
    readonly days: Days;
    readonly values: readonly SetupValue[];
  }[];
  /** For services that the house already has. */
  readonly newValues: readonly { readonly houseServiceId: number; readonly value: SetupValue }[];
  readonly changedValues: readonly { readonly before: SetupValue; readonly after: SetupValue }[];
  /** The days on which the change affects charges; null when none. */
  readonly days: DaySpan | null;
};

type Found = { readonly outcome: SetupRow['outcome'] } & Partial<
  Pick<SetupRow, 'reason' | 'day' | 'before'>
>;

/** Copies the services of another house from a day on. */
export function planCopy(source: SetupHouse, target: SetupHouse, from: string): SetupPlan {
  const plans = source.services
    .filter((service) => lasts(service, from))
    .map((service) => {
      const days = { validFrom: laterOf(service.validFrom, from), validTo: service.validTo };
      const values = source.values
        .filter(({ houseServiceId }) => houseServiceId === service.id)
        .filter((value) => overlap(value, days))
        .map((value) => fromDay(value, days.validFrom));
      return planService(service, days, values, target);
    });
  return joined(plans);
}

function planService(
  service: SetupService,
  days: Days,
  values: readonly SetupValue[],
  target: SetupHouse,
): SetupPlan {
  const rowOf = (found: Found): SetupRow => serviceRow(service, days, found);
  const standing = target.services
    .filter((other) => other.utilityServiceId === service.utilityServiceId)
    .filter((other) => overlap(other, days));
  const holding = standing.find((other) => other.validFrom <= days.validFrom);
  if (holding === undefined) {
    const [later] = byFirstDay(standing);
    if (later !== undefined)
      return onlyRow(
        rowOf({ outcome: 'refused', reason: 'service-begins-later', day: later.validFrom }),
      );
    return {
      ...NOTHING,
      rows: [
        rowOf({ outcome: 'added' }),
        ...values.map((value) => valueRow(service, value, { outcome: 'added' })),
      ],
      newServices: [{ like: service, days, values }],
      days: spanOf(days),
    };
  }
  if (!isChargedAlike(holding, service))
    return onlyRow(rowOf({ outcome: 'kept', reason: 'service-otherwise' }));
  const filled = values.map((value) => planMissing(holding, value, target.values));
  return joined([onlyRow(rowOf({ outcome: 'kept' })), ...filled]);
}

function fromDay(value: SetupValue, day: string): SetupValue {
  return { ...value, validFrom: laterOf(value.validFrom, day) };
}

/** A value that the house lacks on its first day applies until the next one that it has. */
function planMissing(
  service: SetupService,
  value: SetupValue,
  known: readonly SetupValue[],
): SetupPlan {
  const own = known.filter((other) => isOfSame(other, value, service.id));
  const holding = own.find((other) => holdsOn(other, value.validFrom));
  if (holding !== undefined)
    return onlyRow(valueRow(service, value, { outcome: 'kept', before: holding.value }));
  const added = { ...value, validTo: endBefore(nextAfter(own, value.validFrom), value.validTo) };
  return {
    ...NOTHING,
    rows: [valueRow(service, added, { outcome: 'added' })],
    newValues: [{ houseServiceId: service.id, value: added }],
    days: spanOf(added),
  };
}

/** Sets a tariff or norm of the house from a day on; the one in force ends on the day before. */
export function planValue(
  utilityService: { readonly id: number; readonly name: string },
  given: SetupValue,
  target: SetupHouse,
): SetupPlan {
  const services = target.services.filter(
    ({ utilityServiceId }) => utilityServiceId === utilityService.id,
  );
  const service = services.find((one) => holdsOn(one, given.validFrom));
  const { id: utilityServiceId, name } = utilityService;
  const row = (value: SetupValue, found: Found): SetupRow =>
    valueRow({ utilityServiceId, name }, value, found);
  const refused = (reason: SetupRow['reason'], day: string | null = null): SetupPlan =>
    onlyRow(row(given, { outcome: 'refused', reason, day }));
  if (service === undefined) {
    const later = nextAfter(services, given.validFrom);
    return later === undefined
      ? refused('service-unknown')
      : refused('service-begins-later', later.validFrom);
  }
  const own = target.values.filter((other) => isOfSame(other, given, service.id));
  const next = nextAfter(own, given.validFrom);
  if (next !== undefined && given.validTo !== null && given.validTo >= next.validFrom)
    return refused('period-overlap', next.validFrom);
  const holding = own.find((other) => holdsOn(other, given.validFrom));
  const isReplaced = holding?.validFrom === given.validFrom;
  const validTo = given.validTo ?? (isReplaced ? holding.validTo : endBefore(next, null));
  const value = { ...given, validTo };
  if (holding !== undefined && isEqual(holding, value))
    return onlyRow(row(value, { outcome: 'kept', before: holding.value }));
  if (holding !== undefined && !isReplaced && goesOnAfter(holding, validTo))
    return refused('period-overlap', holding.validFrom);
  return {
    ...NOTHING,
    rows: [row(value, { outcome: 'changed', before: holding?.value ?? null })],
    ...writesOf(holding, value, service.id),
    days: changedDays(holding, value),
  };
}

function writesOf(
  holding: SetupValue | undefined,
  value: SetupValue,
  houseServiceId: number,
): Pick<SetupPlan, 'newValues' | 'changedValues'> {
  const { validFrom, validTo, value: figure, steps, basis } = value;
  if (holding?.validFrom === validFrom)
    return {
      newValues: [],
      changedValues: [
        { before: holding, after: { ...holding, validTo, value: figure, steps, basis } },
      ],
    };
  return {
    newValues: [{ houseServiceId, value }],
    changedValues:
      holding === undefined
        ? []
        : [{ before: holding, after: { ...holding, validTo: dayBefore(validFrom) } }],
  };
}

/** A change of the document alone affects no charge. */
function changedDays(holding: SetupValue | undefined, value: SetupValue): DaySpan | null {
  if (holding === undefined) return spanOf(value);
  const before = { from: value.validFrom, to: holding.validTo };
  return isSameFigure(holding, value)
    ? differenceOf(before, spanOf(value))
    : hullOf(before, spanOf(value));
}

const NOTHING: SetupPlan = {
  rows: [],
  newServices: [],
  newValues: [],
  changedValues: [],
  days: null,
};

function onlyRow(row: SetupRow): SetupPlan {
  return { ...NOTHING, rows: [row] };
}

function joined(plans: readonly SetupPlan[]): SetupPlan {
  return {
    rows: plans.flatMap(({ rows }) => rows),
    newServices: plans.flatMap(({ newServices }) => newServices),
    newValues: plans.flatMap(({ newValues }) => newValues),
    changedValues: plans.flatMap(({ changedValues }) => changedValues),
    days: plans.reduce<DaySpan | null>((days, plan) => hullOf(days, plan.days), null),
  };
}

function serviceRow({ utilityServiceId, name }: SetupService, days: Days, found: Found): SetupRow {
  return {
    what: 'service',
    utilityServiceId,
    serviceName: name,
    component: null,
    group: null,
    before: null,
    value: null,
    ...days,
    reason: null,
    day: null,
    ...found,
  };
}

function valueRow(
  { utilityServiceId, name }: Pick<SetupService, 'utilityServiceId' | 'name'>,
  { kind, component, group, value, validFrom, validTo }: SetupValue,
  found: Found,
): SetupRow {
  return {
    what: kind,
    utilityServiceId,
    serviceName: name,
    component,
    group,
    before: null,
    value,
    validFrom,
    validTo,
    reason: null,
    day: null,
    ...found,
  };
}

function isChargedAlike(a: SetupService, b: SetupService): boolean {
  return (
    a.method === b.method &&
    a.heatingMode === b.heatingMode &&
    a.coefficientApplies === b.coefficientApplies &&
    a.sharedMeterBy === b.sharedMeterBy
  );
}

function isOfSame(other: SetupValue, value: SetupValue, houseServiceId: number): boolean {
  return (
    other.houseServiceId === houseServiceId &&
    other.kind === value.kind &&
    other.component === value.component &&
    other.group === value.group
  );
}

function isSameFigure(a: SetupValue, b: SetupValue): boolean {
  return a.value === b.value && isDeepStrictEqual(a.steps, b.steps);
}

/** Whether nothing would change. */
function isEqual(holding: SetupValue, value: SetupValue): boolean {
  return (
    isSameFigure(holding, value) &&
    holding.basis === value.basis &&
    holding.validTo === value.validTo
  );
}

/** It would apply again after the new value ends, without a record of that. */
function goesOnAfter(holding: Days, end: string | null): boolean {
  return holding.validTo !== null && end !== null && holding.validTo > end;
}

function lasts({ validTo }: Days, from: string): boolean {
  return validTo === null || validTo >= from;
}

function overlap(a: Days, b: Days): boolean {
  return lasts(a, b.validFrom) && lasts(b, a.validFrom);
}

function holdsOn(days: Days, day: string): boolean {
  return days.validFrom <= day && lasts(days, day);
}

function nextAfter<D extends Days>(all: readonly D[], day: string): D | undefined {
  return byFirstDay(all.filter(({ validFrom }) => validFrom > day))[0];
}

function byFirstDay<D extends Days>(all: readonly D[]): readonly D[] {
  return all.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
}

/** The last day, or the day before another one begins. */
function endBefore(next: Days | undefined, validTo: string | null): string | null {
  if (next === undefined) return validTo;
  const end = dayBefore(next.validFrom);
  return validTo === null || validTo > end ? end : validTo;
}

function spanOf({ validFrom, validTo }: Days): DaySpan {
  return { from: validFrom, to: validTo };
}
