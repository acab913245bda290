// Importing services, tariffs and norms of many houses: what is stored, what is refused, and what stays as it is.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Import, importServices } from '@kvartplata/contracts/core/imports.ts';
import { sql } from 'kysely';
import { importHouseRows } from '../../testing/house-file.ts';
import { csv, importFile } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const FIRST = 'ул. Мира, д. 1';
const SECOND = 'ул. Мира, д. 2';
const COLD = 'Холодное водоснабжение';

type Row = {
  readonly address?: string;
  readonly service?: string;
  readonly method?: string;
  readonly heating?: string;
  readonly k?: string;
  readonly component?: string;
  readonly group?: string;
  readonly from?: string;
  readonly to?: string;
  readonly tariff?: string;
  readonly norm?: string;
  readonly basis?: string;
};

let core: TestApp;
let owner = 0;
let organizationId = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
beforeEach(async () => {
  owner += 1;
  organizationId = await core.organizationOf(owner);
  const stored = await importHouseRows(core, owner, [
    { address: FIRST, account: `${owner}-1` },
    { address: SECOND, account: `${owner}-2` },
  ]);
  assert.equal(stored.status, 'COMPLETED');
});
after(async () => core.close());

async function put(rows: readonly Row[], query = {}): Promise<Import> {
  const header = [
    'Адрес дома',
    'Услуга',
    'Способ начисления',
    'Оплата отопления',
    'Повышающий коэффициент',
    'Компонент',
    'Группа',
    'Действует с',
    'Действует по',
    'Тариф, руб.',
    'Норматив',
    'Документ',
  ];
  const cells = rows.map((row) => [
    row.address ?? FIRST,
    row.service ?? COLD,
    row.method ?? '',
    row.heating ?? '',
    row.k ?? '',
    row.component ?? '',
    row.group ?? '',
    row.from ?? '01.01.2026',
    row.to ?? '',
    row.tariff ?? '',
    row.norm ?? '',
    row.basis ?? 'Приказ № 7',
  ]);
  return importFile(core, owner, importServices, csv([header, ...cells]), query);
}

async function put1(row: Row): Promise<Import> {
  const told = await put([row]);
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told.errors));
  return told;
}

/** `house service method: kind component value from–to, …`, ordered by house and service. */
async function listStored(): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select houses.address || ' ' || utility_services.code || ' ' || house_services.method || ' '
      || house_services.valid_from || ': ' || coalesce((
        select string_agg(concat_ws(' ', kind, component, value_group, value::float8, valid_from || '–' || coalesce(valid_to::text, '')),
          ', ' order by kind desc, component, value_group nulls first, valid_from)
        from (
          select 'tariff' as kind, component, value_group, value, valid_from, valid_to, house_service_id from service_tariffs
          union all
          select 'norm', component, value_group, value, valid_from, valid_to, house_service_id from service_norms
        ) as dated
        where dated.house_service_id = house_services.id
      ), '') as text
    from house_services
    join houses on houses.organization_id = house_services.organization_id and houses.id = house_services.house_id
    join utility_services on utility_services.id = house_services.utility_service_id
    where house_services.organization_id = ${organizationId}
    order by houses.address, utility_services.id
  `.execute(core.db);
  return rows.map(({ text }) => text);
}

async function refusedOf(rows: readonly Row[]): Promise<unknown[]> {
  const standing = await listStored();
  const told = await put(rows);
  assert.equal(told.status, 'FAILED', JSON.stringify(told));
  assert.deepEqual(await listStored(), standing);
  return told.errors.map(({ line, column, code }) => [line, column, code]);
}

test('a row for all houses starts the service in each, with its tariff and norm', async () => {
  const told = await put([
    { address: 'Все дома', method: 'по нормативу', k: 'да', tariff: '50,12', norm: '4,5' },
    { address: 'все', service: 'upkeep', tariff: '30' },
    { address: SECOND, service: 'Отопление', heating: 'равномерно круглый год', tariff: '2500' },
  ]);
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 3], JSON.stringify(told.errors));
  assert.deepEqual(await listStored(), [
    `${FIRST} cold-water norm 2026-01-01: tariff 50.12 2026-01-01–, norm 4.5 2026-01-01–`,
    `${FIRST} upkeep area 2026-01-01: tariff 30 2026-01-01–`,
    `${SECOND} cold-water norm 2026-01-01: tariff 50.12 2026-01-01–, norm 4.5 2026-01-01–`,
    `${SECOND} heating heating 2026-01-01: tariff 2500 2026-01-01–`,
    `${SECOND} upkeep area 2026-01-01: tariff 30 2026-01-01–`,
  ]);
});

test('a new tariff ends the current one the day before, and the same file again changes nothing', async () => {
  await put1({ method: 'norm', tariff: '50', norm: '4' });
  const rows = [
    { from: '01.07.2026', tariff: '55' },
    { from: '01.10.2026', tariff: '56' },
  ];
  assert.equal((await put(rows)).changed, 2);
  const expected = [
    `${FIRST} cold-water norm 2026-01-01: tariff 50 2026-01-01–2026-06-30, tariff 55 2026-07-01–2026-09-30, ` +
      'tariff 56 2026-10-01–, norm 4 2026-01-01–',
  ];
  assert.deepEqual(await listStored(), expected);
  const again = await put(rows);
  assert.deepEqual([again.status, again.changed, again.unchanged], ['COMPLETED', 0, 2]);
  assert.deepEqual(await listStored(), expected);
  const first = await put1({ tariff: '50', norm: '4' });
  assert.deepEqual([first.changed, first.unchanged], [0, 1]);
  assert.deepEqual(await listStored(), expected);
});

test('a value that starts between two others ends the earlier one, and itself before the later one', async () => {
  await put([
    { method: 'norm', tariff: '50' },
    { from: '01.07.2026', tariff: '55' },
  ]);
  await put1({ from: '01.03.2026', tariff: '52' });
  assert.deepEqual(await listStored(), [
    `${FIRST} cold-water norm 2026-01-01: tariff 50 2026-01-01–2026-02-28, tariff 52 2026-03-01–2026-06-30, ` +
      'tariff 55 2026-07-01–',
  ]);
});

test('a value of the same day is replaced, and the audit log records it', async () => {
  await put1({ method: 'norm', tariff: '50' });
  await put1({ tariff: '51,5', basis: 'Приказ № 8' });
  assert.deepEqual(await listStored(), [
    `${FIRST} cold-water norm 2026-01-01: tariff 51.5 2026-01-01–`,
  ]);
  const { rows } = await sql`
    select before ->> 'value' as before, after ->> 'value' as after from audit_log
    where organization_id = ${organizationId} and action = 'tariff.changed'
  `.execute(core.db);
  assert.deepEqual(rows, [{ before: '50.0000', after: '51.5000' }]);
});

test('a service of two components takes a tariff for each', async () => {
  const service = 'hot-water-two-component';
  await put([
    { service, method: 'meter', component: 'холодная вода', tariff: '50' },
    { service, component: 'тепло', tariff: '2400', norm: '0,06' },
  ]);
  assert.deepEqual(await listStored(), [
    `${FIRST} ${service} meter 2026-01-01: tariff cold 50 2026-01-01–, tariff heat 2400 2026-01-01–, ` +
      'norm heat 0.06 2026-01-01–',
  ]);
});

test('a group of accounts has its own tariff beside that of all', async () => {
  await put([
    { method: 'norm', tariff: '50' },
    { group: 'электроплиты', tariff: '35' },
    { group: 'электроплиты', from: '01.07.2026', tariff: '36' },
  ]);
  assert.deepEqual(await listStored(), [
    `${FIRST} cold-water norm 2026-01-01: tariff 50 2026-01-01–, tariff электроплиты 35 2026-01-01–2026-06-30, ` +
      'tariff электроплиты 36 2026-07-01–',
  ]);
});

test('a dry run stores nothing and counts what it would change', async () => {
  const told = await put([{ method: 'norm', tariff: '50' }], { dryRun: 'true' });
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 1]);
  assert.deepEqual(await listStored(), []);
});

test('invalid rows are refused, each by its column', async () => {
  assert.deepEqual(
    await refusedOf([
      { address: 'ул. Мира, д. 3', method: 'norm' },
      { service: 'Телеграф' },
      { service: COLD },
      { service: 'upkeep', method: 'norm', k: 'да' },
      { service: 'waste', method: 'norm', heating: 'season', component: 'heat', tariff: '1' },
      { service: 'hot-water-two-component', method: 'meter', tariff: '1' },
      { service: 'gas', method: 'по проводам', from: '32.01.2026', tariff: '1,23456', norm: '-1' },
      { service: 'gas', method: 'norm', to: '31.12.2025', tariff: '1', basis: '' },
    ]),
    [
      [2, 'address', 'house-unknown'],
      [3, 'service', 'not-in-catalogue'],
      [4, 'method', 'required'],
      [5, 'coefficientApplies', 'not-for-service'],
      [5, 'method', 'not-for-service'],
      [6, 'component', 'not-for-service'],
      [6, 'heatingMode', 'not-for-service'],
      [7, 'component', 'required'],
      [8, 'method', 'choice'],
      [8, 'validFrom', 'day'],
      [8, 'tariff', 'decimal'],
      [8, 'norm', 'decimal'],
      [9, 'validTo', 'ends-before-start'],
      [9, 'basis', 'required'],
    ],
  );
});

test('rows that contradict each other or stored values are refused', async () => {
  await put1({ method: 'norm', from: '01.03.2026', tariff: '50' });
  assert.deepEqual(
    await refusedOf([
      { from: '01.01.2026', tariff: '49' },
      { from: '01.04.2026', method: 'по приборам учёта', tariff: '51' },
      { from: '01.05.2026', k: 'да', tariff: '52' },
      { from: '01.05.2026', tariff: '53' },
      { from: '01.06.2026', to: '31.12.2026', tariff: '54' },
      { from: '01.07.2026', tariff: '55' },
      { service: 'gas', method: 'norm' },
      { service: 'gas', method: 'meter' },
    ]),
    [
      [2, 'validFrom', 'service-begins-later'],
      [3, 'method', 'service-otherwise'],
      [4, 'coefficientApplies', 'service-otherwise'],
      [5, 'validFrom', 'repeated'],
      [6, 'validTo', 'period-overlap'],
      [9, 'method', 'service-otherwise'],
    ],
  );
});

test('an open value may be given the last day of the calendar', async () => {
  await put1({ method: 'meter', tariff: '45' });
  const told = await put1({ tariff: '45', to: '31.12.2999' });
  assert.deepEqual([told.changed, told.appliedMonths], [1, []]);
});
