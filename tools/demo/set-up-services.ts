// A part of the demo: what houses are charged for comes from one file, and a table of houses and services shows that nothing is missing.
import { buffer } from 'node:stream/consumers';
import { listHouseSetups, setTariffOfHouses } from '@kvartplata/contracts/core/house-setups.ts';
import { getImport, type Import, importServices } from '@kvartplata/contracts/core/imports.ts';
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
  'Норматив',
  'Документ',
];
const SINCE = '2026-01-01';
const BASIS = 'Протокол общего собрания № 4';
/** Of all houses: the service, its method, its tariff and norm. */
const SERVICES = [
  ['Холодное водоснабжение', 'по приборам учёта', '49.19', '4.2'],
  ['Водоотведение', 'по объёму холодной и горячей воды', '38.4', ''],
  ['Обращение с твёрдыми коммунальными отходами', 'по нормативу', '542.1', '0.19'],
  ['Содержание жилого помещения', '', '31.25', ''],
  ['Взнос на капитальный ремонт', '', '12.6', ''],
] as const;

export async function setUpServices(api: Api, organizationId: number): Promise<readonly Outcome[]> {
  const stored = await importRows(api, organizationId);
  const again = await importRows(api, organizationId);
  const params = { organizationId };
  const { items } = await api.call(listHouseSetups, { params, query: { on: SINCE } });
  const holes = items.flatMap(({ services }) =>
    services.filter(({ tariffs }) => tariffs.length === 0),
  );
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
        `новый тариф на содержание с будущего года: проба меняет домов ${dearer.changed}, отказывает ${dearer.refused}`,
        `a dearer upkeep from next year on would change ${dearer.changed} houses, and ${dearer.refused} refuse it`,
      ),
      holds: dearer.changed === items.length && dearer.refused === 0,
    },
  ];
}

async function importRows(api: Api, organizationId: number): Promise<Import> {
  const rows = SERVICES.map(([service, method, tariff, norm]) => [
    'все дома',
    service,
    method,
    { day: SINCE },
    { decimal: tariff },
    norm,
    BASIS,
  ]);
  const table = { rows: [HEADER, ...rows], sheetName: 'Услуги', widths: [] };
  const form = new FormData();
  form.append('file', new Blob([await buffer(writeTable('xlsx', table))]), 'Услуги домов.xlsx');
  const { id } = await api.call(importServices, { query: { organizationId }, body: form });
  return waitFor(
    `import ${id}`,
    async () => api.call(getImport, { params: { importId: id } }),
    ({ finishedAt }) => finishedAt !== null,
  );
}
