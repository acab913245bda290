// Meter GUIDs from ГИС ЖКХ: exported as a sheet of the devices that lack one, imported again, and sent with readings.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { downloadGisMeterRows, importGisMeters } from '@kvartplata/contracts/core/gis-meters.ts';
import { listGisReadings } from '@kvartplata/contracts/core/gis-readings.ts';
import { getMeter } from '@kvartplata/contracts/core/meters.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { csv, importFile } from '../../testing/import-files.ts';
import {
  accountOf,
  addReadings,
  addService,
  makeMeteredHouse,
  type MeteredHouse,
} from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { readGisReadings } from '../gis-readings/gis-readings.service.ts';

const OWNER = 1;
const HEADER = ['serialNumber', 'gisMeterGuid', 'service', 'accountNumber', 'address'];
const OTHER_ADDRESS = 'г. Тула, пр. Мира, д. 4';
const guidOf = (nth: number): string => `7c9e6679-7425-40de-944b-${String(nth).padStart(12, '0')}`;

let core: TestApp;
let organizationId: number;
let house: MeteredHouse;
before(async () => {
  core = await createTestApp(undefined, undefined, { queue: 'working' });
  organizationId = await core.organizationOf(OWNER);
  house = await makeMeteredHouse(core.db, organizationId, 3);
});
after(async () => core.close());

async function load(rows: readonly (readonly string[])[], dryRun = false) {
  const query = { organizationId, dryRun };
  return importFile(core, OWNER, importGisMeters, csv([HEADER, ...rows]), query);
}

async function sheet(all = false): Promise<readonly (readonly string[])[]> {
  const query = { organizationId, format: 'csv', all };
  const answer = await core.ask(OWNER, downloadGisMeterRows, { query });
  assert.equal(answer.status, 200, answer.text);
  return (await rowsOf(answer.bytes)).map(({ cells }) => cells).slice(2);
}

async function guidsStored(): Promise<readonly (string | null)[]> {
  const answers = await Promise.all(
    house.meterIds.map(async (meterId) => core.ask(OWNER, getMeter, { params: { meterId } })),
  );
  return answers.map(({ body }) => body.gisMeterGuid);
}

test('a dry run stores nothing, the file is stored once, and known devices leave the sheet', async () => {
  assert.deepEqual(
    (await sheet()).map(([number]) => number),
    ['S1', 'S2', 'S3'],
  );
  const rows = [
    ['S1', guidOf(1).toUpperCase(), '', '', ''],
    ['S2', guidOf(2), 'Холодное водоснабжение', accountOf(house, 2), ''],
    ['S3', '', '', '', ''],
  ];
  const tried = await load(rows, true);
  assert.deepEqual([tried.status, tried.changed, tried.unchanged], ['COMPLETED', 2, 1]);
  assert.deepEqual(await guidsStored(), [null, null, null]);
  assert.deepEqual((await load(rows)).changed, 2);
  assert.deepEqual((await load(rows)).unchanged, 3);
  assert.deepEqual(await guidsStored(), [guidOf(1), guidOf(2), null]);
  assert.deepEqual(
    (await sheet()).map(([number]) => number),
    ['S3'],
  );
  assert.equal((await sheet(true)).length, 3);
});

test('readings of a month come page by page, with the GUIDs of their devices', async () => {
  for (const id of house.meterIds) await addReadings(core.db, house, id, { '2026-01': '20.5' });
  const page = async (behind?: number) =>
    readGisReadings(
      core.db,
      house.houseId,
      { period: Temporal.PlainYearMonth.from('2026-01'), after: behind },
      2,
    );
  const first = await page();
  assert.deepEqual(
    first?.readings.map((one) => [
      one.serialNumber,
      one.accountNumber,
      one.gisMeterGuid,
      one.value,
      one.takenOn,
    ]),
    [
      ['S1', accountOf(house, 1), guidOf(1), '20.500', '2026-01-25'],
      ['S2', accountOf(house, 2), guidOf(2), '20.500', '2026-01-25'],
    ],
  );
  const rest = await page(first.next ?? 0);
  assert.deepEqual(
    [rest?.readings.map(({ serialNumber }) => serialNumber), rest?.next],
    [['S3'], null],
  );
  const nobody = await core.askAsService(listGisReadings, {
    params: { houseId: 999_999 },
    query: { period: '2026-01' },
  });
  assert.equal(nobody.status, 404);
});

test('every wrong row is listed, and nothing of the file is stored', async () => {
  const stored = await guidsStored();
  const told = await load([
    ['S9', guidOf(9), '', '', ''],
    ['S3', guidOf(5), '', '', ''],
    ['S2', 'GUID', '', '', ''],
    ['S1', guidOf(3), 'Газ', '', ''],
    ['S1', guidOf(4), '', '', 'ул. Нигде, 1'],
  ]);
  assert.equal(told.status, 'FAILED');
  assert.deepEqual(
    told.errors.map(({ line, column, code }) => [line, column, code]),
    [
      [2, 'serialNumber', 'device-unknown'],
      [4, 'gisMeterGuid', 'guid'],
      [5, 'service', 'service-unknown'],
      [6, 'address', 'house-unknown'],
    ],
  );
  assert.deepEqual(await guidsStored(), stored);
});

test('a GUID is refused twice in a file or if another device has it; it may move within a file', async () => {
  await load([
    ['S1', guidOf(1), '', '', ''],
    ['S2', guidOf(2), '', '', ''],
  ]);
  const twice = await load([
    ['S1', guidOf(7), '', '', ''],
    ['S2', guidOf(7), '', '', ''],
  ]);
  assert.deepEqual(
    twice.errors.map(({ line, code }) => [line, code]),
    [[3, 'repeated']],
  );
  const taken = await load([['S3', guidOf(1), '', '', '']]);
  assert.deepEqual(
    taken.errors.map(({ line, code, message }) => [line, code, message]),
    [[2, 'gis-guid-taken', 'is the GUID of meter S1']],
  );
  const moved = await load([
    ['S1', guidOf(2), '', '', ''],
    ['S2', guidOf(1), '', '', ''],
  ]);
  assert.deepEqual([moved.status, moved.changed], ['COMPLETED', 2], JSON.stringify(moved.errors));
});

test('a number shared by several devices needs an account or house; day and night of one device are one row', async () => {
  const other = await makeMeteredHouse(core.db, organizationId, 1, OTHER_ADDRESS);
  const both = await load([['S1', guidOf(5), '', '', '']]);
  assert.deepEqual(
    both.errors.map(({ column, code }) => [column, code]),
    [['serialNumber', 'device-ambiguous']],
  );
  const named = await load([
    ['S1', guidOf(5), '', '', OTHER_ADDRESS],
    ['S1', guidOf(6), '', accountOf(house, 1), ''],
  ]);
  assert.deepEqual([named.status, named.changed], ['COMPLETED', 2], JSON.stringify(named.errors));
  const meters = await addZones(other);
  const zones = await load([['Э-1', guidOf(8), 'electricity-night', '', '']]);
  assert.deepEqual([zones.status, zones.changed], ['COMPLETED', 1], JSON.stringify(zones.errors));
  for (const meterId of meters) {
    const { body } = await core.ask(OWNER, getMeter, { params: { meterId } });
    assert.equal(body.gisMeterGuid, guidOf(8));
  }
  const rows = (await sheet(true)).filter(([number]) => number === 'Э-1');
  assert.deepEqual(
    rows.map((cells) => cells[1]),
    [guidOf(8)],
  );
});

/** A device of the first account that counts day and night: two meters with one number. */
async function addZones({
  houseId,
  meterTypeId,
  accountIds,
}: MeteredHouse): Promise<readonly number[]> {
  const place = { organizationId, houseId };
  const ids: number[] = [];
  for (const code of ['electricity-day', 'electricity-night']) {
    const houseServiceId = await addService(core.db, place, code, 'meter');
    const { id } = await core.db
      .insertInto('meters')
      .values({
        ...place,
        houseServiceId,
        meterTypeId,
        ownerType: 'account',
        personalAccountId: accountIds[0] ?? 0,
        serialNumber: 'Э-1',
        digits: 5,
        installedOn: '2025-01-01',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}
