// Importing houses with rooms and accounts: what is stored, and what stays as it is.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { importHouses } from '@kvartplata/contracts/core/imports.ts';
import { sql } from 'kysely';
import {
  HOUSE_HEADER,
  houseCells,
  type HouseRow,
  importHouseRows,
  storedAccounts,
} from '../../testing/house-file.ts';
import { csv, importFile, workbook } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const FIAS = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5';

let core: TestApp;
let owner = 0;
let organizationId = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
beforeEach(async () => {
  owner += 1;
  organizationId = await core.organizationOf(owner);
});
after(async () => core.close());

test('a file creates houses, rooms, accounts and their first persons', async () => {
  const told = await importHouseRows(core, owner, [
    { fias: FIAS, common: '1 426,50', room: '1', account: 'A1', owners: '2', share: '0,5' },
    { room: '1', account: 'A2', share: '0.5', kind: 'Жилое', persons: '0' },
    { room: '2А', area: '120', kind: 'нежилое', account: 'Б-1', closed: '2021-02-03' },
    { address: 'пр. Ленина, 2', room: '1', account: '007', payer: 'ООО "Заря"' },
  ]);
  assert.deepEqual(
    [told.status, told.totalRows, told.accepted, told.refused, told.changed, told.unchanged],
    ['COMPLETED', 4, 4, 0, 4, 0],
  );
  const mira = { address: 'ул. Мира, д. 1', fiasId: FIAS, commonArea: '1426.50' };
  const flat = { number: '1', area: '45.10', kind: 'residential' };
  const plain = {
    payer: 'Иванов И. И.',
    owners: 1,
    share: '1.00000000',
    openedOn: '2020-02-01',
    closedOn: null,
    persons: '2020-02-01: 2',
    houseVersion: 1,
    roomVersion: 1,
    version: 1,
  };
  assert.deepEqual(await storedAccounts(core.db, organizationId), [
    {
      address: 'пр. Ленина, 2',
      fiasId: null,
      commonArea: null,
      ...flat,
      accountNumber: '007',
      ...plain,
      payer: 'ООО "Заря"',
    },
    { ...mira, ...flat, accountNumber: 'A1', ...plain, owners: 2, share: '0.50000000' },
    {
      ...mira,
      ...flat,
      accountNumber: 'A2',
      ...plain,
      share: '0.50000000',
      persons: '2020-02-01: 0',
    },
    {
      ...mira,
      number: '2А',
      area: '120.00',
      kind: 'non-residential',
      accountNumber: 'Б-1',
      ...plain,
      closedOn: '2021-02-03',
    },
  ]);
});

test('the same file twice changes nothing, and says which import it repeats', async () => {
  const rows: HouseRow[] = [
    { fias: FIAS, common: '100', account: 'A1', share: '0,33333333' },
    { account: 'A2', share: '0,66666667', room: '1' },
    { address: 'Ул. МИРА д 1', account: 'A3', room: '2', persons: '3' },
  ];
  const first = await importHouseRows(core, owner, rows);
  assert.equal(first.changed, 3);
  const stored = await storedAccounts(core.db, organizationId);
  core.clock.now = new Date('2026-09-20T09:00:00Z');
  const again = await importHouseRows(core, owner, rows);
  core.clock.now = new Date('2026-08-15T09:00:00Z');
  assert.deepEqual([again.status, again.changed, again.unchanged], ['COMPLETED', 0, 3]);
  assert.deepEqual([first.repeats, again.repeats], [null, first.id]);
  assert.deepEqual(await storedAccounts(core.db, organizationId), stored);
});

test('differences are stored, a blank cell changes nothing, and a new count of persons applies from today', async () => {
  await importHouseRows(core, owner, [
    { fias: FIAS, common: '100', account: 'A1', owners: '3', room: '1' },
    { account: 'A2', room: '2' },
    { account: 'A3', room: '3' },
  ]);
  const told = await importHouseRows(core, owner, [
    {
      address: 'улица Мира, дом 1',
      fias: FIAS,
      account: 'A1',
      payer: 'Петров',
      persons: '4',
      room: '1',
    },
    { address: 'улица Мира, дом 1', account: 'A2', room: '2', area: '50', closed: '31.12.2025' },
    { address: 'улица Мира, дом 1', account: 'A3', room: '4', opened: '01.02.2019' },
  ]);
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 3], JSON.stringify(told.errors));
  const stored = await storedAccounts(core.db, organizationId);
  assert.deepEqual(
    stored.map((row) => [
      row.address,
      row.commonArea,
      row.payer,
      row.owners,
      row.number,
      row.area,
      row.openedOn,
      row.closedOn,
      row.persons,
    ]),
    [
      [
        'улица Мира, дом 1',
        '100.00',
        'Петров',
        3,
        '1',
        '45.10',
        '2020-02-01',
        null,
        '2020-02-01: 2, 2026-08-15: 4',
      ],
      [
        'улица Мира, дом 1',
        '100.00',
        'Иванов И. И.',
        1,
        '2',
        '50.00',
        '2020-02-01',
        '2025-12-31',
        '2020-02-01: 2',
      ],
      [
        'улица Мира, дом 1',
        '100.00',
        'Иванов И. И.',
        1,
        '4',
        '45.10',
        '2019-02-01',
        null,
        '2019-02-01: 2',
      ],
    ],
  );
  assert.deepEqual(
    stored.map((row) => [row.houseVersion, row.version]),
    [
      [2, 2],
      [2, 2],
      [2, 2],
    ],
  );
});

test('heating months come with the file, stay where the cell is blank, and affect every month', async () => {
  const seasonOf = async (): Promise<readonly (readonly number[])[]> => {
    const houses = await core.db
      .selectFrom('houses')
      .where('organizationId', '=', organizationId)
      .select('heatingMonths')
      .execute();
    return houses.map((house) => house.heatingMonths);
  };
  await importHouseRows(core, owner, [{ season: '10-4' }, { account: 'A2', room: '2' }]);
  assert.deepEqual(await seasonOf(), [[1, 2, 3, 4, 10, 11, 12]]);
  const blank = await importHouseRows(core, owner, [{}]);
  assert.deepEqual([blank.changed, blank.unchanged], [0, 1]);
  const changed = await importHouseRows(core, owner, [{ season: '11-3' }]);
  assert.deepEqual([changed.changed, changed.unchanged], [1, 0]);
  assert.deepEqual(await seasonOf(), [[1, 2, 3, 11, 12]]);
  const { rows } = await sql<{ before: object; after: object }>`
    select before -> 'heatingMonths' as before, after -> 'heatingMonths' as after from audit_log
    where organization_id = ${organizationId} and action = 'house.changed'
  `.execute(core.db);
  assert.deepEqual(rows, [{ before: [1, 2, 3, 4, 10, 11, 12], after: [1, 2, 3, 11, 12] }]);
});

test('the audit log records what records were before an import changed them', async () => {
  await importHouseRows(core, owner, [{ account: 'A1', common: '100' }]);
  await importHouseRows(core, owner, [
    { account: 'A1', common: '101', area: '46', payer: 'Петров', persons: '3' },
  ]);
  const { rows } = await sql<{ action: string; before: object; after: object }>`
    select action, before, after from audit_log
    where organization_id = ${organizationId} and action like '%.changed' order by id
  `.execute(core.db);
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['house.changed', 'room.changed', 'personal-account.changed'],
  );
  const [house, room, account] = rows.map((entry) => [entry.before, entry.after] as object[]);
  const place = { address: 'ул. Мира, д. 1', fiasId: null };
  assert.deepEqual(house, [
    { ...place, commonArea: '100.00', heatingMonths: [] },
    { ...place, commonArea: '101.00', heatingMonths: [] },
  ]);
  const flat = { number: '1', kind: 'residential' };
  assert.deepEqual(room, [
    { ...flat, area: '45.10' },
    { ...flat, area: '46.00' },
  ]);
  const [old, own] = account as Record<string, unknown>[];
  assert.deepEqual(
    [old?.['payer'], old?.['registeredPersons'], own?.['payer'], own?.['registeredPersons']],
    ['Иванов И. И.', 2, 'Петров', 3],
  );
  assert.deepEqual(own, { ...old, payer: 'Петров', registeredPersons: 3 });
});

test('a dry run reports what would change and stores nothing', async () => {
  const told = await importHouseRows(
    core,
    owner,
    [{ account: 'A1' }, { account: 'A2', room: '2' }],
    { dryRun: true },
  );
  assert.deepEqual(
    [told.status, told.dryRun, told.accepted, told.changed, told.refused],
    ['COMPLETED', true, 2, 2, 0],
  );
  assert.deepEqual(await storedAccounts(core.db, organizationId), []);
  await importHouseRows(core, owner, [{ account: 'A1' }]);
  const mixed = await importHouseRows(
    core,
    owner,
    [{ account: 'A1' }, { account: 'A2', area: '0' }],
    { dryRun: true },
  );
  assert.deepEqual(
    [mixed.status, mixed.error, mixed.accepted, mixed.refused, mixed.unchanged],
    ['COMPLETED', null, 1, 1, 1],
  );
});

test('a file with more rows than one batch is stored whole', async () => {
  const rows = Array.from({ length: 10_020 }, (_, nth) => ({ room: `${nth}`, account: `A${nth}` }));
  const told = await importHouseRows(core, owner, rows);
  assert.deepEqual(
    [told.status, told.changed, told.processedRows],
    ['COMPLETED', 10_020, 10_020],
    JSON.stringify(told.errors),
  );
  const stored = await storedAccounts(core.db, organizationId);
  assert.equal(new Set(stored.map((account) => account.number)).size, 10_020);
  assert.equal((await importHouseRows(core, owner, rows.slice(0, 20))).unchanged, 20);
});

test('names are stored exactly as given', async () => {
  const names = ['я'.repeat(200), '😀 Пётр', '=cmd()', "О'Нил", 'ООО "Заря-1"', 'a;b'];
  const rows = names.map((payer, index) => [
    ...houseCells({ account: `A${index}`, room: String(index), payer }),
  ]);
  const file = await workbook([HOUSE_HEADER, ...rows]);
  const told = await importFile(core, owner, importHouses, file);
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told.errors));
  const stored = await storedAccounts(core.db, organizationId);
  assert.deepEqual(
    stored.map(({ payer }) => payer),
    names,
  );
  assert.equal((await importFile(core, owner, importHouses, file)).unchanged, names.length);
});

test('successive accounts may each have the whole room', async () => {
  const told = await importHouseRows(core, owner, [
    { account: 'A1', closed: '31.12.2021' },
    { account: 'A2', opened: '01.01.2022' },
  ]);
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told.errors));
});

test('another organization’s houses, accounts and codes have no effect', async () => {
  await importHouseRows(core, owner, [{ account: 'A1', fias: FIAS }]);
  owner += 1;
  organizationId = await core.organizationOf(owner);
  const told = await importHouseRows(core, owner, [{ account: 'A1', fias: FIAS }]);
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 1]);
});

test('the audit log records a file that was stored, and nothing for one that was not', async () => {
  const stored = await importHouseRows(core, owner, [{ account: 'A1' }]);
  await importHouseRows(core, owner, [{ account: 'A2', area: '0' }]);
  await importHouseRows(core, owner, [{ account: 'A3', room: '3' }], { dryRun: true });
  const { rows } = await sql<{ objectId: string; after: object; userId: number }>`
    select object_id, user_id, after from audit_log
    where action = 'import.completed' and organization_id = ${organizationId}
  `.execute(core.db);
  assert.deepEqual(rows, [
    {
      objectId: String(stored.id),
      userId: owner,
      after: {
        kind: 'houses',
        houseId: null,
        period: null,
        fileName: 'Файл.csv',
        fileHash: stored.fileHash,
        totalRows: 1,
        changed: 1,
        unchanged: 0,
      },
    },
  ]);
});

test('columns may be named by codes, in any order, and only the required ones', async () => {
  const content = csv([
    ['openedOn', 'registeredPersons', 'PAYER', 'accountNumber *', 'area', 'roomNumber', 'address'],
    ['2020-02-01', '1', 'Иванов', 'A1', '45.10', '1', 'ул. Мира, 1'],
  ]);
  assert.equal((await importFile(core, owner, importHouses, content)).status, 'COMPLETED');
});

test('an account may be given the last day of the calendar as its closing day', async () => {
  await importHouseRows(core, owner, [{ account: 'A1' }]);
  const told = await importHouseRows(core, owner, [{ account: 'A1', closed: '31.12.2999' }]);
  assert.deepEqual(
    [told.status, told.changed, told.appliedMonths],
    ['COMPLETED', 1, []],
    JSON.stringify(told.error),
  );
});
