// The demo's part about services: the services of all houses come from one file, and a table of houses and services shows that
// none is missing.
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { listHouseSetups, setTariffOfHouses } from '@kvartplata/contracts/core/house-setups.ts';
import {
  getImport,
  type Import,
  importServices,
  undoImport,
} from '@kvartplata/contracts/core/imports.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import { say } from '../speech/speech.ts';
import { waitFor, type Api } from './api.ts';
import type { Outcome } from './colleagues.ts';

const HEADER = [
  'Адрес дома',
  'Услуга',
  'Способ начисления',
  'Действует с',
  'Тариф, руб.',
  'Тариф сверх объёма, руб.',
  'Норматив',
  'Норматив по числу проживающих',
  'Документ',
];
const SINCE = '2026-01-01';
const BASIS = 'Протокол общего собрания № 4';
type ServiceRow = {
  readonly name: string;
  readonly method?: string;
  readonly tariff: string;
  /** Tariffs above a monthly volume. */
  readonly above?: string;
  readonly norm?: string;
  /** Norms for this many persons or more. */
  readonly byPersons?: string;
};
const UPKEEP = 'Содержание жилого помещения';
/** For all houses. */
const SERVICES: readonly ServiceRow[] = [
  { name: 'Холодное водоснабжение', method: 'по приборам учёта', tariff: '49.19', norm: '4.2' },
  { name: 'Водоотведение', method: 'по объёму холодной и горячей воды', tariff: '38.4' },
  {
    name: 'Электроснабжение',
    method: 'по нормативу',
    tariff: '6.43',
    above: 'свыше 3900: 7,29',
    norm: '118',
    byPersons: 'от 2: 92; от 3: 81',
  },
  {
    name: 'Обращение с твёрдыми коммунальными отходами',
    method: 'по нормативу',
    tariff: '542.1',
    norm: '0.19',
  },
  { name: UPKEEP, tariff: '31.25' },
  { name: 'Взнос на капитальный ремонт', tariff: '12.6' },
];
/** Its decimal point is one place too far to the right. */
const MISTYPED: readonly ServiceRow[] = [{ name: UPKEEP, tariff: '312.5' }];

export async function setUpServices(api: Api, organizationId: number): Promise<readonly Outcome[]> {
  const stored = await importRows(api, organizationId, SERVICES);
  const again = await importRows(api, organizationId, SERVICES);
  const params = { organizationId };
  const { items } = await listSetups(api, organizationId);
  const holes = items.flatMap(({ services }) =>
    services.filter(({ tariffs }) => tariffs.length === 0),
  );
  const mended = await takeBackMistake(api, organizationId);
  const upkeep = items[0]?.services.find(({ code }) => code === 'upkeep');
  const dearer = await api.call(setTariffOfHouses, {
    params,
    query: { dryRun: true },
    body: {
      utilityServiceId: upkeep?.utilityServiceId ?? 0,
      houseIds: items.map(({ houseId }) => houseId),
      value: '33.5',
      validFrom: '2027-01-01',
      basis: 'Протокол общего собрания № 5',
    },
  });
  return [
    {
      what: say(
        `услуги всех домов из одного файла: строк ${stored.accepted}, не принято ${stored.refused}`,
        `services of all houses from one file: ${stored.accepted} rows, ${stored.refused} refused`,
      ),
      holds: stored.status === 'COMPLETED' && again.changed === 0,
    },
    {
      what: say(
        `таблица домов и услуг: ${items.length} × ${SERVICES.length}, без тарифа ${holes.length}`,
        `the table of houses and services: ${items.length} × ${SERVICES.length}, ${holes.length} without a tariff`,
      ),
      holds:
        items.every(({ services }) => services.length >= SERVICES.length) && holes.length === 0,
    },
    {
      what: say(
        `файл с ошибкой в тарифе отменён: услуг как до него ${mended.changed}`,
        `a file with a wrong tariff is undone: ${mended.changed} services are as before it`,
      ),
      holds:
        mended.changed === items.length &&
        isDeepStrictEqual((await listSetups(api, organizationId)).items, items),
    },
    {
      what: say(
        `новый тариф на содержание с будущего года: проба меняет домов ${dearer.changed}, отказывает ${dearer.refused}`,
        `a dearer upkeep from next year on would change ${dearer.changed} houses, and ${dearer.refused} refuse it`,
      ),
      holds: dearer.changed === items.length && dearer.refused === 0,
    },
  ];
}

async function listSetups(api: Api, organizationId: number) {
  return api.call(listHouseSetups, { params: { organizationId }, query: { on: SINCE } });
}

async function takeBackMistake(api: Api, organizationId: number): Promise<Import> {
  const { id: importId } = await importRows(api, organizationId, MISTYPED);
  const { id } = await api.call(undoImport, { params: { importId } });
  return ended(api, id);
}

async function importRows(
  api: Api,
  organizationId: number,
  services: readonly ServiceRow[],
): Promise<Import> {
  const rows = services.map(({ name, method, tariff, above, norm, byPersons }) => [
    'все дома',
    name,
    method ?? '',
    { day: SINCE },
    { decimal: tariff },
    above ?? '',
    norm ?? '',
    byPersons ?? '',
    BASIS,
  ]);
  const table = { rows: [HEADER, ...rows], sheetName: 'Услуги', widths: [] };
  const form = new FormData();
  form.append('file', new Blob([await buffer(writeTable('xlsx', table))]), 'Услуги домов.xlsx');
  const { id } = await api.call(importServices, { query: { organizationId }, body: form });
  return ended(api, id);
}

async function ended(api: Api, importId: number): Promise<Import> {
  return waitFor(
    `import ${importId}`,
    async () => api.call(getImport, { params: { importId } }),
    ({ finishedAt }) => finishedAt !== null,
  );
}
