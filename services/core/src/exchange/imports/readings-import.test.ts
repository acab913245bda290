// Importing a house's readings: what is stored, what is refused, and what stays as it is.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Import, importReadings } from '@kvartplata/contracts/core/imports.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { sql } from 'kysely';
import { csv, importFile } from '../../testing/import-files.ts';
import { accountOf, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const HEADER = [
  'Заводской номер',
  'Лицевой счёт',
  'Услуга',
  'Показание',
  'Дата снятия',
  'Расчётный период',
  'Переход через ноль',
];

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
  return importFile(core, owner, importReadings, content, { houseId: house.houseId, ...query });
}

async function storedReadings(): Promise<unknown[]> {
  const { rows } = await sql`
    select serial_number, to_char(period, 'YYYY-MM') as period, value, taken_on::text, rollover, source, readings.version
    from meter_readings as readings
    join meters on meters.organization_id = readings.organization_id and meters.house_id = readings.house_id
      and meters.id = readings.meter_id
    where readings.house_id = ${house.houseId} order by meters.id, period
  `.execute(core.db);
  return rows.map((row) => Object.values(row as object));
}

test('readings of several months are stored, by serial number or by account and service', async () => {
  const told = await put(
    [
      ['S1', '', '', '12,5', '20.01.2026', '01.2026', ''],
      ['S1', '', '', '14', '2026-02-20', '2026-02', 'нет'],
      ['', accountOf(house, 2), 'cold-water', '11', '20.03.2026', '', ''],
      ['', accountOf(house, 3), 'холодное водоснабжение', '3', '20.03.2026', '', 'да'],
    ],
    { period: '2026-03' },
  );
  assert.deepEqual(
    [told.status, told.changed, told.period],
    ['COMPLETED', 4, '2026-03'],
    JSON.stringify(told.errors),
  );
  assert.deepEqual(await storedReadings(), [
    ['S1', '2026-01', '12.500', '2026-01-20', false, 'import', 1],
    ['S1', '2026-02', '14.000', '2026-02-20', false, 'import', 1],
    ['S2', '2026-03', '11.000', '2026-03-20', false, 'import', 1],
    ['S3', '2026-03', '3.000', '2026-03-20', true, 'import', 1],
  ]);
});

test('the audit log has one entry for each changed month', async () => {
  const rows = [
    ['S1', '', '', '12,5', '20.01.2026', '01.2026', ''],
    ['S2', '', '', '11', '20.01.2026', '01.2026', ''],
    ['S1', '', '', '14', '20.02.2026', '02.2026', ''],
  ];
  await put(rows);
  await put([...rows.slice(0, 2), ['S1', '', '', '15', '20.02.2026', '02.2026', '']]);
  const { rows: told } = await sql<{ month: string; added: number; replaced: number }>`
    select after ->> 'period' as month, (after -> 'added')::integer as added, (after -> 'replaced')::integer as replaced
    from audit_log where action = 'reading-sheet.stored' and object_id like ${`${house.houseId}-%`} order by id
  `.execute(core.db);
  assert.deepEqual(told, [
    { month: '2026-01', added: 2, replaced: 0 },
    { month: '2026-02', added: 1, replaced: 0 },
    { month: '2026-02', added: 0, replaced: 1 },
  ]);
});

test('the same file twice changes nothing, and another value replaces the stored one', async () => {
  const rows = [
    ['S1', '', '', '12,5', '20.01.2026', '01.2026', ''],
    ['S2', '', '', '11', '20.01.2026', '01.2026', ''],
  ];
  await put(rows);
  const stored = await storedReadings();
  const again = await put(rows);
  assert.deepEqual([again.changed, again.unchanged], [0, 2]);
  assert.deepEqual(await storedReadings(), stored);
  const other = await put([['S1', '', '', '13', '20.01.2026', '01.2026', ''], ...rows.slice(1)]);
  assert.deepEqual([other.changed, other.unchanged], [1, 1]);
  assert.deepEqual((await storedReadings())[0], [
    'S1',
    '2026-01',
    '13.000',
    '2026-01-20',
    false,
    'import',
    2,
  ]);
});

test('a reading already entered by an operator stays the operator’s', async () => {
  await core.ask(owner, createReading, {
    params: { meterId: house.meterIds[0] },
    body: { period: '2026-01', value: '12.5', takenOn: '2026-01-20' },
  });
  const told = await put([['S1', '', '', '12,5', '20.01.2026', '01.2026', '']]);
  assert.deepEqual([told.changed, told.unchanged], [0, 1]);
  assert.deepEqual(await storedReadings(), [
    ['S1', '2026-01', '12.500', '2026-01-20', false, 'operator', 1],
  ]);
});

test('every bad row is listed, and nothing of the good ones is stored', async () => {
  await sql`update meters set serial_number = 'S1', removed_on = installed_on where id = ${house.meterIds[1]}`.execute(
    core.db,
  );
  const told = await put([
    ['S3', '', '', '20', '20.01.2026', '01.2026', ''],
    ['S3', '', '', '19', '20.02.2026', '02.2026', ''],
    ['S3', '', '', '100000', '20.03.2026', '03.2026', ''],
    ['S3', '', '', '21', '20.09.2026', '09.2026', ''],
    ['S3', '', '', '22', '21.01.2026', '01.2026', ''],
    ['S9', '', '', '20', '20.01.2026', '01.2026', ''],
    ['', 'нет', 'cold-water', '20', '20.01.2026', '01.2026', ''],
    ['', accountOf(house, 1), '', '20', '20.01.2026', '01.2026', ''],
    ['S1', '', '', '9', '20.01.2026', '01.2026', ''],
    ['S1', '', '', '12', '20.01.2026', '', ''],
    ['S1', '', '', '-5', '20.13.2026', '13.2026', 'может быть'],
  ]);
  assert.equal(told.status, 'FAILED');
  assert.deepEqual(
    told.errors.map(({ line, column, code }) => [line, column, code]),
    [
      [3, 'value', 'reading-below-previous'],
      [4, 'value', 'reading-over-digits'],
      [5, 'takenOn', 'reading-in-future'],
      [6, null, 'repeated'],
      [7, 'serialNumber', 'meter-unknown'],
      [8, 'accountNumber', 'meter-unknown'],
      [9, null, 'meter-not-named'],
      [10, 'value', 'reading-below-previous'],
      [11, 'period', 'required'],
      [12, 'value', 'decimal'],
      [12, 'takenOn', 'day'],
      [12, 'period', 'month'],
      [12, 'rollover', 'choice'],
    ],
  );
  assert.deepEqual(await storedReadings(), []);
  const { rows } = await sql`select from audit_log where action like 'reading%'`.execute(core.db);
  assert.equal(rows.length, 0 + (await auditedBefore()));
});

/** Other tests of this file have written readings too. */
async function auditedBefore(): Promise<number> {
  const { rows } = await sql`
    select from audit_log where action like 'reading%'
      and organization_id <> (select organization_id from houses where id = ${house.houseId})
  `.execute(core.db);
  return rows.length;
}

test('of two meters with one number, the one in use on the day is chosen', async () => {
  await sql`update meters set removed_on = '2025-12-31' where id = ${house.meterIds[0]}`.execute(
    core.db,
  );
  await sql`update meters set serial_number = 'S1', installed_on = '2026-01-01' where id = ${house.meterIds[1]}`.execute(
    core.db,
  );
  const told = await put([
    ['S1', '', '', '11', '20.12.2025', '12.2025', ''],
    ['S1', '', '', '12', '20.01.2026', '01.2026', ''],
  ]);
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told.errors));
  const { rows } = await sql`
    select meter_id from meter_readings where house_id = ${house.houseId} order by period
  `.execute(core.db);
  assert.deepEqual(rows, [{ meterId: house.meterIds[0] }, { meterId: house.meterIds[1] }]);
});

test('an account with two meters of a service needs the serial number', async () => {
  await sql`update meters set personal_account_id = ${house.accountIds[0]} where id = ${house.meterIds[1]}`.execute(
    core.db,
  );
  const row = ['', accountOf(house, 1), 'cold-water', '12', '20.01.2026', '01.2026', ''];
  const told = await put([row]);
  assert.deepEqual(
    told.errors.map(({ line, code }) => [line, code]),
    [[2, 'meter-ambiguous']],
  );
  assert.equal((await put([['S2', ...row.slice(1)]])).status, 'COMPLETED');
});

test('a dry run applies the rules of readings and stores nothing', async () => {
  const rows = [
    ['S1', '', '', '12', '20.01.2026', '01.2026', ''],
    ['S2', '', '', '12', '20.01.2026', '01.2026', ''],
  ];
  const told = await put(rows, { dryRun: true });
  assert.deepEqual([told.status, told.changed, told.refused], ['COMPLETED', 2, 0]);
  const bad = await put([...rows, ['S3', '', '', '1', '20.01.2026', '01.2026', '']], {
    dryRun: true,
  });
  assert.deepEqual(
    [bad.status, bad.accepted, bad.refused, bad.changed, bad.unchanged],
    ['COMPLETED', 2, 1, 2, 0],
  );
  assert.deepEqual(await storedReadings(), []);
});

test('a row without a value is left out, whether or not it names one meter', async () => {
  await sql`update meters set personal_account_id = ${house.accountIds[0]} where id = ${house.meterIds[1]}`.execute(
    core.db,
  );
  const told = await put([
    ['', accountOf(house, 1), 'cold-water', '', '', '01.2026', ''],
    ['', accountOf(house, 2), 'cold-water', '', '20.01.2026', '01.2026', ''],
    ['НЕТ', '', '', '', '', '01.2026', ''],
    ['S3', '', '', '11', '20.01.2026', '01.2026', ''],
  ]);
  assert.deepEqual(
    [told.status, told.changed, told.unchanged],
    ['COMPLETED', 1, 3],
    JSON.stringify(told.errors),
  );
});

test('only the serial number tells the meter of an account from that of its room', async () => {
  await sql`
    update meters set owner_type = 'room', personal_account_id = null, room_id = (
      select room_id from personal_accounts where id = ${house.accountIds[0]}
    ) where id = ${house.meterIds[1]}
  `.execute(core.db);
  const row = ['', accountOf(house, 1), 'cold-water', '12', '20.01.2026', '01.2026', ''];
  assert.deepEqual(
    (await put([row])).errors.map(({ column, code }) => [column, code]),
    [['serialNumber', 'meter-ambiguous']],
  );
});
