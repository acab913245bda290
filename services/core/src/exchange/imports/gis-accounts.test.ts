// Account numbers from ГИС ЖКХ: exported as a sheet of the accounts that lack them, and imported again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  downloadGisAccountRows,
  importGisAccounts,
} from '@kvartplata/contracts/core/gis-accounts.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { downloadGisMeterRows } from '@kvartplata/contracts/core/gis-meters.ts';
import { downloadReadingRows } from '@kvartplata/contracts/core/imports.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { csv, importFile } from '../../testing/import-files.ts';
import { makeMeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const HEADER = ['accountNumber', 'gisAccountNumber', 'gisServiceId', 'gisAccountGuid'];
const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

let core: TestApp;
let organizationId: number;
let houseId: number;
before(async () => {
  core = await createTestApp(undefined, undefined, { queue: 'working' });
  organizationId = await core.organizationOf(OWNER);
  ({ houseId } = await makeMeteredHouse(core.db, organizationId, 3));
});
after(async () => core.close());

const numberOf = (nth: number): string => `${houseId}-${nth}`;

async function load(rows: readonly (readonly string[])[], dryRun = false) {
  const query = { organizationId, dryRun };
  return importFile(core, OWNER, importGisAccounts, csv([HEADER, ...rows]), query);
}

async function lacking(all?: boolean): Promise<readonly (readonly string[])[]> {
  const query = { organizationId, format: 'csv', ...(all === undefined ? {} : { all }) };
  const answer = await core.ask(OWNER, downloadGisAccountRows, { query });
  assert.equal(answer.status, 200, answer.text);
  return (await rowsOf(answer.bytes)).map(({ cells }) => cells).slice(2);
}

test('a dry run stores nothing, the file is stored once, and complete accounts leave the sheet', async () => {
  assert.deepEqual(
    (await lacking()).map(([account]) => account),
    [1, 2, 3].map(numberOf),
  );
  const rows = [
    [numberOf(1), '60АВ395021', '60АВ395021-01', GUID.toUpperCase()],
    [numberOf(2), '60АВ395022', '', ''],
    [numberOf(3), '', '', ''],
  ];
  const tried = await load(rows, true);
  assert.deepEqual([tried.status, tried.changed, tried.unchanged], ['COMPLETED', 2, 1]);
  assert.equal((await lacking()).length, 3);
  assert.deepEqual((await load(rows)).changed, 2);
  const again = await load(rows);
  assert.deepEqual([again.changed, again.unchanged], [0, 3]);
  assert.deepEqual(
    (await lacking()).map((cells) => cells.slice(0, 3)),
    [
      [numberOf(2), '60АВ395022', ''],
      [numberOf(3), '', ''],
    ],
  );
  assert.equal((await lacking(true))[0]?.[3], GUID);
});

test('the downloaded sheet, once filled in, can be imported', async () => {
  const sheet = await lacking(true);
  const filled = sheet.map((cells, at) => [
    cells[0] ?? '',
    `70АВ39502${at}`,
    `70АВ39502${at}-01`,
    '',
  ]);
  const query = { organizationId };
  const told = await importFile(core, OWNER, importGisAccounts, csv([HEADER, ...filled]), query);
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 3]);
});

test('every wrong row is listed, and nothing of the file is stored', async () => {
  await load([[numberOf(1), '80АВ395021', '80АВ395021-01', GUID]]);
  const told = await load([
    ['NOBODY-1', '80АВ395029', '', ''],
    [numberOf(2), '80АВ395021', '', ''],
    [numberOf(3), '80ав395023', '80АВ395023', 'GUID'],
    [numberOf(3), '80АВ395023', '', ''],
  ]);
  assert.equal(told.status, 'FAILED');
  assert.deepEqual(
    told.errors.map(({ line, column, code }) => [line, column, code]),
    [
      [2, 'accountNumber', 'account-unknown'],
      [3, 'gisAccountNumber', 'gis-number-taken'],
      [4, 'gisAccountNumber', 'gis-account-number'],
      [4, 'gisServiceId', 'gis-service-id'],
      [4, 'gisAccountGuid', 'guid'],
    ],
  );
  assert.equal((await lacking(true)).filter((cells) => cells[1] === '80АВ395023').length, 0);
});

test('a number moves from one account to another in one file', async () => {
  await load([[numberOf(1), '90АВ395021', '', '']]);
  const told = await load([
    [numberOf(1), '90АВ395022', '', ''],
    [numberOf(2), '90АВ395021', '', ''],
  ]);
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 2], JSON.stringify(told.errors));
});

test('the audit log records who downloaded which sheet with accounts and devices of residents', async () => {
  const query = { organizationId };
  const whole = { ...query, all: true };
  await core.ask(OWNER, downloadGisAccountRows, { query: whole });
  await core.ask(OWNER, downloadGisMeterRows, { query: whole });
  await core.ask(OWNER, downloadReadingRows, { query: { ...query, period: '2026-02' } });
  const object = `organization:${organizationId}`;
  const { items } = (await core.ask(OWNER, listCoreChanges, { query: { object } })).body;
  assert.deepEqual(
    items.slice(0, 3).map(({ action, userId, after: told }) => [action, userId, told]),
    [
      ['organization.reading-rows-exported', OWNER, { period: '2026-02', houses: 'all' }],
      ['organization.gis-meters-exported', OWNER, { meters: 3 }],
      ['organization.gis-accounts-exported', OWNER, { accounts: 3 }],
    ],
  );
});
