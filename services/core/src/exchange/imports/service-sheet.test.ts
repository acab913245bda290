// The services of all houses as a file: unchanged it changes nothing, and filled in it adds what houses lack.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { listHouseSetups } from '@kvartplata/contracts/core/house-setups.ts';
import { downloadServiceRows, importServices } from '@kvartplata/contracts/core/imports.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { importFile, workbook } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const HEADER =
  'Адрес дома;Услуга;Способ начисления;Компонент;Группа;Действует с;Действует по;Тариф, руб.;Норматив;Документ';
const HOUSES = 60;
/** The services that a house usually has; the fourth has two components. */
const SERVICES = 12;

let core: TestApp;
let organizationId: number;
before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
  organizationId = await core.organizationOf(OWNER);
});
after(async () => core.close());

async function download(query: object): Promise<Buffer> {
  const sent = { query: { organizationId, ...query } };
  const answer = await core.ask(OWNER, downloadServiceRows, sent);
  assert.equal(answer.status, 200);
  return Buffer.from(answer.bytes);
}

async function cellsOf(file: Buffer): Promise<readonly (readonly string[])[]> {
  return (await rowsOf(file)).map(({ cells }) => cells);
}

test('stored values come back as rows, in order of house number, and change nothing', async () => {
  for (const number of [10, 2])
    await core.ask(OWNER, createHouse, {
      body: { organizationId, address: `ул. Мира, д. ${number}` },
    });
  const given = [
    'все дома;Холодное водоснабжение;по нормативу;;;01.01.2026;30.06.2026;50,12;4,5;Приказ № 7',
    'все дома;Холодное водоснабжение;;;;01.07.2026;;55;;Приказ № 8',
    'все дома;Холодное водоснабжение;;;плита;01.01.2026;;35;;Приказ № 7',
    'ул. Мира, д. 2;hot-water-two-component;по приборам учёта;тепло;;01.01.2026;;2400;0,06;Приказ № 7',
    'ул. Мира, д. 10;Отопление;;;;01.01.2026;;2500;;Приказ № 7',
  ];
  const set = await importFile(core, OWNER, importServices, [HEADER, ...given].join('\r\n'));
  assert.equal(set.status, 'COMPLETED', JSON.stringify(set.errors));
  const file = await download({ on: '2026-08-15' });
  const rows = (await cellsOf(file)).slice(2);
  assert.deepEqual(
    rows.map((cells) => [cells[0]?.slice(-4), cells[2]?.slice(0, 8), ...cells.slice(6)].join(' ')),
    [
      'д. 2 Холодное    2026-07-01  55    Приказ № 8',
      'д. 2 Холодное   плита 2026-01-01  35    Приказ № 7',
      'д. 2 Горячее   тепло  2026-01-01  2400  0.06  Приказ № 7',
      'д. 2 Горячее   холодная вода  2026-08-15',
      '. 10 Холодное    2026-07-01  55    Приказ № 8',
      '. 10 Холодное   плита 2026-01-01  35    Приказ № 7',
      '. 10 Отоплени    2026-01-01  2500    Приказ № 7',
    ],
  );
  for (const content of [file, await download({ on: '2026-08-15', format: 'csv' })]) {
    const told = await importFile(core, OWNER, importServices, content);
    assert.deepEqual([told.status, told.changed], ['COMPLETED', 0], JSON.stringify(told.errors));
  }
});

test('codes, ranges and norms by persons come back, even for values older than their service', async () => {
  const owner = 3;
  const other = await core.organizationOf(owner);
  const fiasId = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5';
  const house = { organizationId: other, address: 'ул. Лесная, д. 1', fiasId };
  const { id: houseId } = (await core.ask(owner, createHouse, { body: house })).body;
  const { items } = (await core.ask(owner, listUtilityServices)).body;
  const addService = async (code: string, validFrom: string): Promise<number> => {
    const utilityServiceId = items.find((one) => one.code === code)?.id;
    const body = { utilityServiceId, method: 'norm', validFrom };
    return (await core.ask(owner, createHouseService, { params: { houseId }, body })).body.id;
  };
  const electricity = await addService('electricity', '2026-03-01');
  const gas = await addService('gas', '2026-10-01');
  const value = { validFrom: '2026-01-01', basis: 'Приказ № 7' };
  for (const [houseServiceId, more] of [
    [electricity, { ...value, value: '5', ranges: [{ above: '3900', value: '7.5' }] }],
    [gas, { ...value, value: '9', validFrom: '2026-10-01' }],
  ] as const)
    await core.ask(owner, createTariff, { params: { houseServiceId }, body: more });
  await core.ask(owner, createNorm, {
    params: { houseServiceId: electricity },
    body: { ...value, value: '129', byPersons: [{ persons: 2, value: '80' }] },
  });

  for (const format of ['xlsx', 'csv']) {
    const sent = { query: { organizationId: other, on: '2026-08-15', format } };
    const answer = await core.ask(owner, downloadServiceRows, sent);
    const file = Buffer.from(answer.bytes);
    const [header = [], , ...rows] = await cellsOf(file);
    const cellOf = (cells: readonly string[], title: string): string | undefined =>
      cells[header.indexOf(title)];
    assert.deepEqual(
      rows.map((cells) =>
        [
          'Код ФИАС дома',
          'Тариф сверх объёма, руб.',
          'Норматив по числу проживающих',
          'Действует с',
        ].map((title) => cellOf(cells, title)?.replace(/^(\d+)\.(\d+)\.(\d+)$/, '$3-$2-$1')),
      ),
      [
        [fiasId, 'свыше 3900: 7,5', 'от 2: 80', '2026-03-01'],
        [fiasId, '', '', '2026-10-01'],
      ],
    );
    const told = await importFile(core, owner, importServices, file);
    assert.deepEqual(
      [told.status, told.changed, told.unchanged],
      ['COMPLETED', 0, 2],
      JSON.stringify(told.errors),
    );
  }
});

test('sixty houses get twelve services from one file that already lists them', async () => {
  for (let number = 11; number < HOUSES + 9; number += 1)
    await core.ask(OWNER, createHouse, {
      body: { organizationId, address: `ул. Мира, д. ${number}` },
    });
  const ids = Array.from({ length: SERVICES }, (_, index) => index + 1);
  const blank = await download({ on: '2026-09-01', utilityServiceIds: ids });
  const [header = [], notes = [], ...rows] = await cellsOf(blank);
  assert.ok(rows.length >= HOUSES * SERVICES, String(rows.length));
  const [tariff, basis] = [header.indexOf('Тариф, руб.'), header.indexOf('Документ')];
  const typed = (index: number): string =>
    index === tariff ? '12.34' : index === basis ? 'Протокол № 1' : '';
  const filled = rows.map((cells) => header.map((_, index) => cells[index] || typed(index)));
  const file = await workbook([header, notes, ...filled]);
  const told = await importFile(core, OWNER, importServices, file);
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told.reasons));
  const table = await core.ask(OWNER, listHouseSetups, {
    params: { organizationId },
    query: { limit: 200, on: '2026-09-01' },
  });
  assert.equal(table.body.items.length, HOUSES);
  for (const { address, services } of table.body.items) {
    assert.equal(services.length, SERVICES, address);
    assert.ok(
      services.every(({ tariffs }) => tariffs.length > 0),
      address,
    );
  }
});

test('a user of another organization gets a 404', async () => {
  const sent = { query: { organizationId } };
  assert.equal((await core.askOnce(2, downloadServiceRows, sent)).status, 404);
});

test('the audit log records who downloaded the services and tariffs of all houses', async () => {
  const [owner, viewer] = [30, 31];
  const other = await core.organizationOf(owner);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: other, userId: viewer, role: 'viewer' })
    .execute();
  const sent = { query: { organizationId: other, on: '2026-08-01' } };
  assert.equal((await core.ask(viewer, downloadServiceRows, sent)).status, 200);
  const query = { object: `organization:${other}`, what: 'organization.service-rows-exported' };
  const { items } = (await core.ask(owner, listCoreChanges, { query })).body;
  assert.deepEqual(
    items.map(({ userId, after: told }) => [userId, told]),
    [[viewer, { on: '2026-08-01', houses: 0 }]],
  );
});
