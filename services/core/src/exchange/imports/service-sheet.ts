// The services of all houses as rows of the service form: what is stored, to be changed, and a row for each service that a house
// lacks.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import type { PayeeName } from '@kvartplata/contracts/billing/internal.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { METHOD_NAMES, type ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type { Component, HeatingMode } from '@kvartplata/domain/charging/house-facts.ts';
import { laterOf } from '@kvartplata/domain/calendar/day-span.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { writeTable, writeWorkbook } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';
import type { HouseToday } from '../../prices/house-setups/house-setups.service.ts';
import { wordingOf } from './meant-payees.ts';
import { COMPONENTS, HEATING_MODES, serviceForm } from './service-form.ts';
import { textOfSteps } from './step-cells.ts';

export type ServiceSheet = {
  /** `YYYY-MM-DD` */
  readonly on: string;
  readonly houses: readonly HouseToday[];
  readonly catalogue: readonly UtilityService[];
  /** Services that every house should have. */
  readonly wanted: ReadonlySet<number>;
  /** By house service; services of the organization itself are missing. */
  readonly payeeOf: ReadonlyMap<number, number>;
  readonly payees: readonly PayeeName[];
};

type Service = HouseToday['services'][number];
type Value = HouseToday['values'][number];
type Row = Partial<Readonly<Record<string, Cell>>>;

export function serviceSheetFile(format: TableFormat, sheet: ServiceSheet): Readable {
  const table = {
    rows: tableOf(sheet),
    sheetName: serviceForm.sheetName,
    widths: serviceForm.columns.map(({ width }) => width),
  };
  if (format === 'csv') return writeTable(format, table);
  const words = { rows: wordsOf(sheet.catalogue), sheetName: 'Справочник', widths: [32, 12, 70] };
  return writeWorkbook([table, words]);
}

function* tableOf(sheet: ServiceSheet): Generator<readonly Cell[]> {
  const { columns } = serviceForm;
  yield columns.map(({ title }) => title);
  yield columns.map(({ note }) => note);
  const houses = sheet.houses.toSorted((a, b) => naturalOrder(a.address, b.address));
  for (const house of houses)
    for (const row of rowsOfHouse(house, sheet)) yield columns.map(({ code }) => row[code] ?? '');
}

function rowsOfHouse(house: HouseToday, sheet: ServiceSheet): readonly Row[] {
  const { on, catalogue, wanted } = sheet;
  return catalogue.flatMap((known): readonly Row[] => {
    const standing = house.services.filter(({ utilityServiceId }) => utilityServiceId === known.id);
    if (standing.length > 0)
      return standing.flatMap((service) => rowsOfService(house, service, known, sheet));
    if (!wanted.has(known.id)) return [];
    const [method] = known.methods;
    const blank = {
      ...cellsOfHouse(house),
      service: known.name,
      ...(method !== undefined && wordsOfMethod(method, null)),
      validFrom: { day: on },
    };
    return partsOf(known).map((part) => Object.assign(wordOfComponent(part), blank));
  });
}

/** A tariff and a norm with the same days and document share a row; a component without either has a blank row. */
function rowsOfService(
  house: HouseToday,
  service: Service,
  known: UtilityService,
  { on, payeeOf, payees }: ServiceSheet,
): readonly Row[] {
  const values = house.values.filter(
    ({ houseServiceId, validFrom }) =>
      houseServiceId === service.id && validFrom <= laterOf(service.validFrom, on),
  );
  const payee = wordingOf(payeeOf.get(service.id) ?? 0, payees);
  const base = {
    ...cellsOfHouse(house),
    service: service.name,
    ...(payee !== undefined && { payee }),
    ...wordsOfMethod(service.method, service.heatingMode),
    ...(known.coefficientAllowed && {
      coefficientApplies: service.coefficientApplies ? 'да' : 'нет',
    }),
  };
  const groups = Map.groupBy(values, ({ component, group, validFrom, validTo, basis }) =>
    JSON.stringify([component, group, validFrom, validTo, basis]),
  );
  const filled = [...groups.values()].map((alike) =>
    Object.assign(cellsOfValues(alike, service.validFrom), base),
  );
  const blank = partsOf(known)
    .filter((part) => !values.some(({ component }) => component === part))
    .map((part) =>
      Object.assign(wordOfComponent(part), base, {
        validFrom: { day: laterOf(service.validFrom, on) },
      }),
    );
  return [...filled, ...blank];
}

const STEPS = { tariff: 'ranges', norm: 'byPersons' } as const;

function cellsOfHouse({ address, fiasId }: HouseToday): Row {
  return { address, ...(fiasId !== null && { fiasId }) };
}

function cellsOfValues(alike: readonly Value[], serviceFrom: string): Row {
  const figures = alike.map(({ kind, value }) => [kind, { decimal: value }] as const);
  const steps = alike
    .filter((value) => value.steps.length > 0)
    .map((value) => [STEPS[value.kind], textOfSteps(value.steps)] as const);
  const [first] = alike;
  if (first === undefined) return {};
  const { component, group, validFrom, validTo, basis } = first;
  return {
    ...wordOfComponent(component),
    ...(group !== null && { group }),
    validFrom: { day: laterOf(validFrom, serviceFrom) },
    ...(validTo !== null && { validTo: { day: validTo } }),
    ...Object.fromEntries([...figures, ...steps]),
    basis,
  };
}

function partsOf({ components }: UtilityService): readonly (Component | null)[] {
  return components.length === 0 ? [null] : components;
}

function wordsOfMethod(method: ChargingMethod, heatingMode: HeatingMode | null): Row {
  const mode = heatingMode === null ? undefined : wordOf(HEATING_MODES, heatingMode);
  return { method: METHOD_NAMES[method].ru, ...(mode !== undefined && { heatingMode: mode }) };
}

function wordOfComponent(component: Component | null): Row {
  const word = component === null ? undefined : wordOf(COMPONENTS, component);
  return word === undefined ? {} : { component: word };
}

/** The first of the words for it, which is the Russian one. */
function wordOf(meanings: Readonly<Record<string, string>>, meant: string): string | undefined {
  return Object.entries(meanings).find(([, meaning]) => meaning === meant)?.[0];
}

function* wordsOf(catalogue: readonly UtilityService[]): Generator<readonly Cell[]> {
  yield ['Услуга', 'Единица', 'Способы начисления'].map((heading) => ({ heading }));
  for (const { name, unit, methods } of catalogue)
    yield [name, unit, methods.map((method) => METHOD_NAMES[method].ru).join('; ')];
}
