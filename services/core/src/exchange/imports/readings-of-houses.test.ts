// Readings of many houses from one file: the sheet of their meters, filled in and imported.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  downloadReadingRows,
  type Import,
  importReadings,
} from '@kvartplata/contracts/core/imports.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { sql } from 'kysely';
import { csv, importFile, sendFile, workbook } from '../../testing/import-files.ts';
import {
  accountOf,
  addReadings,
  makeMeteredHouse,
  type MeteredHouse,
} from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const PERIOD = '2026-07';
const HEADER = [
  'Адрес дома',
  'Заводской номер',
  'Лицевой счёт',
  'Услуга',
  'Показание',
  'Дата снятия',
];
const [SECOND, TENTH] = ['г. Тула, пр. Ленина, д. 2', 'г. Тула, пр. Ленина, д. 10'];

let core: TestApp;
let organizationId: number;
let second: MeteredHouse;
let tenth: MeteredHouse;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
  organizationId = await core.organizationOf(OWNER);
  await core.organizationOf(STRANGER);
  tenth = await makeMeteredHouse(core.db, organizationId, 2, TENTH);
  second = await makeMeteredHouse(core.db, organizationId, 3, SECOND);
  await addReadings(core.db, second, second.meterIds[0] ?? 0, { '2026-06': '12', '2026-07': '15' });
});
after(async () => core.close());

async function put(rows: readonly (readonly string[])[], query: object = {}): Promise<Import> {
  const content = csv([HEADER, ...rows]);
  return importFile(core, OWNER, importReadings, content, {
    organizationId,
    period: PERIOD,
    ...query,
  });
}

async function download(query: object): Promise<readonly (readonly string[])[]> {
  const sent = { query: { organizationId, period: PERIOD, ...query } };
  const answer = await core.ask(OWNER, downloadReadingRows, sent);
  assert.equal(answer.status, 200, answer.text);
  return (await rowsOf(Buffer.from(answer.bytes))).map(({ cells }) => cells);
}

async function stored(): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', houses.address, serial_number, to_char(period, 'YYYY-MM'), value, taken_on) as text
    from meter_readings as readings
    join meters on meters.organization_id = readings.organization_id and meters.house_id = readings.house_id
      and meters.id = readings.meter_id
    join houses on houses.id = readings.house_id
    where readings.organization_id = ${organizationId} order by houses.address, meters.id, period
  `.execute(core.db);
  return rows.map(({ text }) => text.replace('г. Тула, пр. Ленина, ', ''));
}

const errorsOf = ({ errors }: Import) =>
  errors.map(({ line, column, code }) => `${line} ${column} ${code}`);

test('the sheet has the meters of all houses in order of house number; unchanged it changes nothing', async () => {
  const sheet = await download({});
  assert.deepEqual(
    sheet.slice(2).map((cells) => cells.join('|')),
    [
      `${SECOND}|S1|${accountOf(second, 1)}|Холодное водоснабжение|15|2026-07-25|07.2026||12`,
      `${SECOND}|S2|${accountOf(second, 2)}|Холодное водоснабжение||2026-07-31|07.2026||10`,
      `${SECOND}|S3|${accountOf(second, 3)}|Холодное водоснабжение||2026-07-31|07.2026||10`,
      `${TENTH}|S1|${accountOf(tenth, 1)}|Холодное водоснабжение||2026-07-31|07.2026||10`,
      `${TENTH}|S2|${accountOf(tenth, 2)}|Холодное водоснабжение||2026-07-31|07.2026||10`,
    ],
  );
  const standing = await stored();
  const same = await importFile(core, OWNER, importReadings, await workbook(sheet), {
    organizationId,
    period: PERIOD,
  });
  assert.deepEqual(
    [same.status, same.changed, same.unchanged, same.houseId],
    ['COMPLETED', 0, 5, null],
    JSON.stringify(same.errors),
  );
  assert.deepEqual(await stored(), standing);
});

test('the filled-in sheet is stored in each house, without the blanks', async () => {
  const sheet = await download({ takenOn: '2026-07-24' });
  const filled = sheet.map((cells, nth) =>
    nth === 3 || nth === 5 ? cells.with(4, '11,5') : cells,
  );
  const told = await importFile(core, OWNER, importReadings, await workbook(filled), {
    organizationId,
    period: PERIOD,
  });
  assert.deepEqual([told.changed, told.unchanged], [2, 3], JSON.stringify(told.errors));
  assert.deepEqual(await stored(), [
    'д. 10 S1 2026-07 11.500 2026-07-24',
    'д. 2 S1 2026-06 12.000 2026-06-25',
    'д. 2 S1 2026-07 15.000 2026-07-25',
    'д. 2 S2 2026-07 11.500 2026-07-24',
  ]);
});

test('a sheet of chosen houses has no others, and in the current month readings are dated today', async () => {
  const august = await download({ houseIds: String(tenth.houseId), period: '2026-08' });
  assert.deepEqual(
    august.slice(2).map((cells) => [cells[0], cells[5], cells[8]].join('|')),
    [`${TENTH}|2026-08-15|11.5`, `${TENTH}|2026-08-15|10`],
  );
});

test('a row finds its house by address, account, or a number unique to one house', async () => {
  assert.deepEqual(
    errorsOf(
      await put(
        [
          ['', 'S1', '', '', '20', '26.07.2026'],
          ['', 'S3', '', '', '20', '26.07.2026'],
          ['', 'S9', '', '', '20', '26.07.2026'],
          [TENTH, 'S3', '', '', '20', '26.07.2026'],
          ['г. Тула, д. 99', 'S1', '', '', '20', '26.07.2026'],
          [TENTH, '', accountOf(second, 1), 'cold-water', '20', '26.07.2026'],
          ['', '', 'нет такого', 'cold-water', '20', '26.07.2026'],
          ['', '', accountOf(tenth, 2), 'cold-water', '20', ''],
        ],
        { dryRun: true },
      ),
    ),
    [
      '2 address meter-of-several-houses',
      '4 serialNumber meter-unknown',
      '5 serialNumber meter-unknown',
      '6 address house-unknown',
      '7 accountNumber meter-unknown',
      '8 accountNumber account-number-form',
      '9 takenOn required',
    ],
  );
  const good = await put([
    [TENTH, 'S1', '', '', '20', '26.07.2026'],
    ['', 'S3', '', '', '21', '26.07.2026'],
    ['', '', accountOf(tenth, 2), 'cold-water', '22', '26.07.2026'],
  ]);
  assert.deepEqual([good.status, good.changed], ['COMPLETED', 3], JSON.stringify(good.errors));
  assert.ok((await stored()).includes('д. 2 S3 2026-07 21.000 2026-07-26'));
});

test('another organization or house is refused, and so is a missing or wrong month', async () => {
  const file = { content: csv([HEADER, ['', 'S3', '', '', '20', '26.07.2026']]) };
  const query = { organizationId, period: PERIOD };
  const stranger = await sendFile(core, STRANGER, importReadings, { ...file, query });
  assert.equal(stranger.status, 404);
  for (const [asked, answer] of [
    [{ ...query, houseIds: '999999' }, [404, 'not-found']],
    [{ organizationId }, [400, 'validation-failed']],
    [{ ...query, takenOn: '31.07.2026' }, [400, 'validation-failed']],
    [{ ...query, houseIds: '1,x' }, [400, 'validation-failed']],
  ] as const) {
    const { status, problem } = await core.ask(OWNER, downloadReadingRows, {
      query: asked,
    });
    assert.deepEqual([status, problem.code], answer);
  }
  const theirs = await core.ask(STRANGER, downloadReadingRows, { query });
  assert.equal(theirs.status, 404);
});

test('in a file of one house, the address of another is said to be that', async () => {
  const told = await put(
    [
      [TENTH, 'S1', '', '', '20', '26.07.2026'],
      ['г. Тула, д. 99', 'S2', '', '', '20', '26.07.2026'],
    ],
    { organizationId: undefined, houseId: second.houseId, dryRun: true },
  );
  assert.deepEqual(errorsOf(told), ['2 address address-of-other-house', '3 address house-unknown']);
});
