// Importing a house's meters: what is stored, what is refused, and what stays as it is.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Import, importMeters } from '@kvartplata/contracts/core/imports.ts';
import { createMeterVerification } from '@kvartplata/contracts/core/meter-verifications.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { sql } from 'kysely';
import { csv, importFile, sendFile } from '../../testing/import-files.ts';
import { accountOf, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const HEADER = [
  'Лицевой счёт',
  'Услуга',
  'Вид прибора',
  'Заводской номер',
  'Разрядность',
  'Дата установки',
  'Начальное показание',
  'Поверен до',
];
const COLD = 'Холодное водоснабжение';
const COLD_METER = 'Счётчик холодной воды';

let core: TestApp;
let owner = 0;
let house: MeteredHouse;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
beforeEach(async () => {
  owner += 1;
  house = await makeMeteredHouse(core.db, await core.organizationOf(owner), 3);
});
after(async () => core.close());

async function put(rows: readonly (readonly string[])[], query = {}): Promise<Import> {
  const content = csv([HEADER, ...rows]);
  return importFile(core, owner, importMeters, content, { houseId: house.houseId, ...query });
}

async function storedMeters(): Promise<unknown[]> {
  const { rows } = await sql`
    select serial_number, owner_type, house_service_id, personal_account_id, meter_types.code, digits, installed_on::text,
      initial_reading, verified_until::text, version
    from meters join meter_types on meter_types.id = meters.meter_type_id
    where house_id = ${house.houseId} order by meters.id
  `.execute(core.db);
  return rows;
}

async function refusedOf(rows: readonly (readonly string[])[]): Promise<unknown[]> {
  const stored = await storedMeters();
  const told = await put(rows);
  assert.equal(told.status, 'FAILED', JSON.stringify(told));
  assert.deepEqual(await storedMeters(), stored);
  return told.errors.map(({ line, column, code }) => [line, column, code]);
}

test('meters of accounts and of the house are stored, by names or codes', async () => {
  const told = await put([
    [accountOf(house, 1), COLD, COLD_METER, 'ХВ-1', '5', '10.01.2026', '0,5', '10.01.2032'],
    [accountOf(house, 2), 'cold-water', 'cold-water', 'ХВ-2', '8', '2026-01-10', '00012.345', ''],
    [
      '',
      'cold-water-odn',
      'общедомовой счётчик холодной воды',
      'ОД-1',
      '6',
      '10.01.2026',
      '100',
      '',
    ],
  ]);
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 3], JSON.stringify(told.errors));
  const { houseServiceId, commonServiceId, accountIds } = house;
  assert.deepEqual((await storedMeters()).slice(3), [
    meter('ХВ-1', houseServiceId, accountIds[0], 'cold-water', 5, '0.500', '2032-01-10'),
    meter('ХВ-2', houseServiceId, accountIds[1], 'cold-water', 8, '12.345', null),
    meter('ОД-1', commonServiceId, undefined, 'cold-water-house', 6, '100.000', null),
  ]);
});

function meter(
  serialNumber: string,
  houseServiceId: number,
  accountId: number | undefined,
  code: string,
  digits: number,
  initialReading: string,
  verifiedUntil: string | null,
) {
  return {
    serialNumber,
    ownerType: accountId === undefined ? 'house' : 'account',
    houseServiceId,
    personalAccountId: accountId ?? null,
    code,
    digits,
    installedOn: '2026-01-10',
    initialReading,
    verifiedUntil,
    version: 1,
  };
}

test('the same file twice changes nothing, and what differs is changed', async () => {
  const row = [
    accountOf(house, 1),
    COLD,
    COLD_METER,
    'ХВ-1',
    '5',
    '10.01.2026',
    '0,5',
    '10.01.2032',
  ];
  await put([row]);
  const stored = await storedMeters();
  const again = await put([row]);
  assert.deepEqual([again.changed, again.unchanged], [0, 1]);
  assert.deepEqual(await storedMeters(), stored);
  const other = await put([
    [accountOf(house, 2), ...row.slice(1, 4), '6', '11.01.2026', '0,5', ''],
  ]);
  assert.deepEqual([other.status, other.changed], ['COMPLETED', 1]);
  assert.deepEqual((await storedMeters()).at(-1), {
    ...meter(
      'ХВ-1',
      house.houseServiceId,
      house.accountIds[1],
      'cold-water',
      6,
      '0.500',
      '2032-01-10',
    ),
    installedOn: '2026-01-11',
    version: 2,
  });
});

test('every row that names something missing or impossible is refused', async () => {
  await core.ask(owner, createReading, {
    params: { meterId: house.meterIds[0] },
    body: { period: '2025-01', value: '20', takenOn: '2025-01-25' },
  });
  const good = [COLD, COLD_METER];
  assert.deepEqual(
    await refusedOf([
      ['нет-такого', ...good, 'Н-1', '5', '10.01.2026', '0', ''],
      [accountOf(house, 1), 'Газ', COLD_METER, 'Н-2', '5', '10.01.2026', '0', ''],
      [accountOf(house, 1), COLD, 'Барометр', 'Н-3', '5', '10.01.2026', '0', ''],
      [accountOf(house, 1), COLD, 'cold-water-house', 'Н-4', '5', '10.01.2026', '0', ''],
      ['', COLD, COLD_METER, 'Н-5', '5', '10.01.2026', '0', ''],
      [accountOf(house, 1), ...good, 'Н-6', '2', '10.01.2026', '100', ''],
      [accountOf(house, 1), ...good, 'Н-7', '5', '10.01.2026', '0', ''],
      [accountOf(house, 2), ...good, 'Н-7', '5', '10.01.2026', '0', ''],
      [accountOf(house, 1), ...good, 'S1', '1', '01.02.2025', '5', ''],
      [accountOf(house, 1), ...good, '', '10', '', 'много', 'завтра'],
    ]),
    [
      [2, 'accountNumber', 'account-unknown'],
      [3, 'service', 'service-unknown'],
      [4, 'meterType', 'meter-type-unknown'],
      [5, 'meterType', 'meter-type-of-house'],
      [6, 'meterType', 'meter-type-of-account'],
      [7, 'initialReading', 'over-digits'],
      [9, 'serialNumber', 'repeated'],
      [10, 'digits', 'readings-contradict'],
      [10, 'installedOn', 'readings-contradict'],
      [11, 'serialNumber', 'required'],
      [11, 'digits', 'whole-number'],
      [11, 'installedOn', 'required'],
      [11, 'initialReading', 'decimal'],
      [11, 'verifiedUntil', 'day'],
    ],
  );
});

test('a serial number belongs to one meter of a service at a time', async () => {
  await sql`update meters set removed_on = '2025-06-30' where id = ${house.meterIds[0]}`.execute(
    core.db,
  );
  const row = (installed: string) => [
    accountOf(house, 1),
    COLD,
    COLD_METER,
    'S1',
    '5',
    installed,
    '10',
    '',
  ];
  assert.deepEqual(await refusedOf([row('01.06.2025')]), [
    [2, 'serialNumber', 'serial-number-taken'],
  ]);
  const told = await put([row('01.07.2025')]);
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 1], JSON.stringify(told.errors));
  assert.equal((await put([row('01.07.2025')])).unchanged, 1);
});

test('a house of another organization is a 404', async () => {
  const content = csv([HEADER]);
  const query = { houseId: house.houseId };
  const sent = await sendFile(core, owner - 1, importMeters, { content, query });
  assert.equal(sent.status, 404);
});

test('a file for many houses names each by an account or by its address', async () => {
  const other = await makeMeteredHouse(core.db, house.organizationId, 1, 'г. Тула, пр. Мира, д. 9');
  const file = csv([
    ['Адрес дома', ...HEADER],
    ['', accountOf(house, 1), COLD, COLD_METER, 'М-1', '5', '10.01.2026', '0', ''],
    ['', accountOf(other, 1), COLD, COLD_METER, 'М-1', '5', '10.01.2026', '0', ''],
    [
      'Г. ТУЛА пр Мира д 9',
      '',
      'cold-water-odn',
      'cold-water-house',
      'ОД-2',
      '6',
      '10.01.2026',
      '1',
      '',
    ],
  ]);
  const { organizationId } = house;
  const told = await importFile(core, owner, importMeters, file, { organizationId });
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 3], JSON.stringify(told.errors));
  const { rows } = await sql`
    select house_id, serial_number from meters
    where organization_id = ${organizationId} and serial_number not like 'S%' order by id
  `.execute(core.db);
  assert.deepEqual(rows, [
    { houseId: house.houseId, serialNumber: 'М-1' },
    { houseId: other.houseId, serialNumber: 'М-1' },
    { houseId: other.houseId, serialNumber: 'ОД-2' },
  ]);
  const again = await importFile(core, owner, importMeters, file, { organizationId });
  assert.deepEqual([again.changed, again.unchanged], [0, 3]);
});

test('a row without a clear house is refused', async () => {
  const { organizationId } = house;
  const common = ['cold-water-odn', 'cold-water-house', 'ОД-3', '6', '10.01.2026', '1', ''];
  const told = await importFile(
    core,
    owner,
    importMeters,
    csv([
      ['Адрес дома', ...HEADER],
      ['', '', ...common],
      ['ул. Дальняя, д. 1', '', ...common],
      ['', 'НЕТ-1', COLD, COLD_METER, 'М-2', '5', '10.01.2026', '0', ''],
    ]),
    { organizationId },
  );
  assert.deepEqual(
    told.errors.map(({ line, column, code }) => [line, column, code]),
    [
      [2, 'address', 'required'],
      [3, 'address', 'house-unknown'],
      [4, 'accountNumber', 'account-unknown'],
    ],
  );
});

test('a verification may be valid until the last day of the calendar', async () => {
  const row = [accountOf(house, 1), COLD, COLD_METER, 'ХВ-1', '5', '10.01.2026', '0,5'];
  await put([[...row, '']]);
  const told = await put([[...row, '31.12.2999']]);
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 1], JSON.stringify(told.error));
});

test('a list from before a recorded verification does not take it back, a later day is stored', async () => {
  const row = [accountOf(house, 1), COLD, COLD_METER, 'ХВ-1', '5', '10.01.2020', '0,5'];
  await put([[...row, '31.10.2026']]);
  const { id: meterId } = await core.db
    .selectFrom('meters')
    .select('id')
    .where('houseId', '=', house.houseId)
    .where('serialNumber', '=', 'ХВ-1')
    .executeTakeFirstOrThrow();
  const verified = await core.ask(owner, createMeterVerification, {
    params: { meterId },
    body: { verifiedOn: '2026-08-01', verifiedUntil: '2032-07-31' },
  });
  assert.equal(verified.status, 201, verified.text);
  const until = async () => (await storedMeters()).at(-1);
  const same = await put([[...row, '31.10.2026']]);
  assert.deepEqual([same.status, same.changed], ['COMPLETED', 0], JSON.stringify(same.errors));
  assert.match(JSON.stringify(await until()), /"verifiedUntil":"2032-07-31"/);
  const later = await put([[...row, '31.07.2038']]);
  assert.deepEqual([later.status, later.changed], ['COMPLETED', 1], JSON.stringify(later.errors));
  assert.match(JSON.stringify(await until()), /"verifiedUntil":"2038-07-31"/);
});

test('a meter is not installed before the one that it replaced was removed', async () => {
  const [former = 0, next = 0] = house.meterIds;
  const change = async (id: number, columns: object) =>
    core.db
      .updateTable('meters')
      .set(columns)
      .where('houseId', '=', house.houseId)
      .where('id', '=', id)
      .execute();
  await change(former, { removedOn: '2026-06-15' });
  await change(next, { installedOn: '2026-06-15', replacedMeterId: former });
  const rowOf = (day: string) => [accountOf(house, 2), COLD, COLD_METER, 'S2', '5', day, '10', ''];
  assert.deepEqual(await refusedOf([rowOf('14.06.2026')]), [
    [2, 'installedOn', 'before-former-removed'],
  ]);
  assert.equal((await put([rowOf('16.06.2026')])).status, 'COMPLETED');
});
