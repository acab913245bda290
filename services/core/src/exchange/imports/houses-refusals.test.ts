// Refused rows of houses, each with its line and column, and files that are not tables of houses at all.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { importHouses } from '@kvartplata/contracts/core/imports.ts';
import { sql } from 'kysely';
import {
  HOUSE_HEADER,
  houseCells,
  importHouseRows,
  storedAccounts,
  type HouseRow,
} from '../../testing/house-file.ts';
import { csv, importFile, sendFile, workbook } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const FIAS = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5';
const OTHER_FIAS = '1c5b2444-70a0-4932-980c-b4dc0d3f02b5';

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

async function refusedOf(rows: readonly HouseRow[]): Promise<(string | number | null)[][]> {
  const stored = await storedAccounts(core.db, organizationId);
  const told = await importHouseRows(core, owner, rows);
  assert.equal(told.status, 'FAILED', JSON.stringify(told));
  assert.deepEqual(
    [told.error, told.errorFacts],
    ['rows-refused', { refused: told.refused, rows: rows.length }],
  );
  assert.deepEqual([told.changed, told.unchanged], [0, 0]);
  assert.deepEqual(await storedAccounts(core.db, organizationId), stored);
  return told.errors.map(({ line, column, code }) => [line, column, code]);
}

const bad: { row: HouseRow; column: string; code: string }[] = [
  { row: { address: '' }, column: 'address', code: 'required' },
  { row: { address: 'я'.repeat(501) }, column: 'address', code: 'too-long' },
  { row: { fias: 'нет' }, column: 'fiasId', code: 'uuid' },
  { row: { common: '1,001' }, column: 'commonArea', code: 'decimal' },
  { row: { season: '13' }, column: 'heatingMonths', code: 'month-numbers' },
  { row: { season: '10-' }, column: 'heatingMonths', code: 'month-numbers' },
  { row: { season: '1.2' }, column: 'heatingMonths', code: 'month-numbers' },
  { row: { season: '2026-04-10' }, column: 'heatingMonths', code: 'turned-into-day' },
  { row: { room: '' }, column: 'roomNumber', code: 'required' },
  { row: { area: '0' }, column: 'area', code: 'decimal' },
  { row: { area: '1.234,5' }, column: 'area', code: 'decimal' },
  { row: { area: '1e3' }, column: 'area', code: 'decimal' },
  { row: { area: '100000,01' }, column: 'area', code: 'decimal' },
  { row: { kind: 'гараж' }, column: 'kind', code: 'choice' },
  { row: { account: 'A 1' }, column: 'accountNumber', code: 'account-number-form' },
  { row: { account: '😀' }, column: 'accountNumber', code: 'account-number-form' },
  { row: { account: '2026-02-01' }, column: 'accountNumber', code: 'turned-into-day' },
  { row: { room: '2026-02-01 00:30:00' }, column: 'roomNumber', code: 'turned-into-day' },
  { row: { payer: 'Ива\u0000нов' }, column: 'payer', code: 'control-character' },
  { row: { payer: 'Ива\uFFFDов' }, column: 'payer', code: 'lost-letters' },
  { row: { payer: 'Ива\u202Eнов' }, column: 'payer', code: 'direction-sign' },
  { row: { payer: '#REF!' }, column: 'payer', code: 'formula-error' },
  { row: { payer: 'я'.repeat(201) }, column: 'payer', code: 'too-long' },
  { row: { persons: '-1' }, column: 'registeredPersons', code: 'whole-number' },
  { row: { persons: '1,5' }, column: 'registeredPersons', code: 'whole-number' },
  { row: { owners: '0' }, column: 'owners', code: 'whole-number' },
  { row: { share: '1,1' }, column: 'share', code: 'decimal' },
  { row: { share: '0' }, column: 'share', code: 'decimal' },
  { row: { opened: '2025-02-30' }, column: 'openedOn', code: 'day' },
  { row: { opened: '01/02/2020' }, column: 'openedOn', code: 'day' },
  { row: { opened: '01.02.20' }, column: 'openedOn', code: 'day' },
  { row: { opened: '31.12.1899' }, column: 'openedOn', code: 'day' },
  { row: { closed: '31.01.2020' }, column: 'closedOn', code: 'before-opened' },
];

test('every unreadable row is listed with its line, column and reason', async () => {
  const rows = bad.map(({ row }, index) => ({ account: `A${index}`, room: String(index), ...row }));
  assert.deepEqual(
    await refusedOf([{ account: 'ok', room: 'ok' }, ...rows]),
    bad.map(({ column, code }, index) => [index + 3, column, code]),
  );
});

test('a reason shared by many rows is given once, with … for what differs', async () => {
  const told = await importHouseRows(core, owner, [
    { account: 'А-1', room: '1' },
    { account: 'А-2', room: '2', area: '0' },
    { account: 'А-1', room: '3' },
    { account: 'А-4', room: '4', area: '0' },
    { account: 'А-5', room: '5' },
    { account: 'А-5', room: '6' },
  ]);
  assert.deepEqual(
    told.reasons.map(({ columnTitle, messageRu, rows, lines }) => [
      columnTitle,
      messageRu,
      rows,
      lines,
    ]),
    [
      [
        'Площадь помещения, кв. м',
        'нужно число > 0 и ≤ 100000, не более 2 знаков после запятой',
        2,
        [3, 5],
      ],
      ['Лицевой счёт', 'уже есть в строке …', 2, [4, 7]],
    ],
  );
});

test('a row wider than the header is refused', async () => {
  const told = await importFile(
    core,
    owner,
    importHouses,
    csv([HOUSE_HEADER, [...houseCells({}), 'лишнее']]),
  );
  assert.deepEqual(
    told.errors.map(({ line, column, code }) => [line, column, code]),
    [[2, null, 'too-many-cells']],
  );
});

test('rows that contradict each other are refused at the later one', async () => {
  assert.deepEqual(
    await refusedOf([
      { account: 'A1', fias: FIAS, common: '100', season: '10-4', area: '50', kind: 'жилое' },
      { account: 'A1', room: '2' },
      { account: 'A3', room: '1', area: '51' },
      { account: 'A4', room: '1', area: '50', kind: 'нежилое' },
      { account: 'A5', room: '5', fias: OTHER_FIAS },
      { account: 'A6', room: '6', common: '101' },
      { account: 'A7', address: 'ул. Другая, 1', fias: FIAS },
      { account: 'A8', room: '8', season: '1-4' },
    ]),
    [
      [2, 'share', 'share-exceeded'],
      [3, 'accountNumber', 'repeated'],
      [4, 'area', 'differs-from-line'],
      [4, 'share', 'share-exceeded'],
      [5, 'kind', 'differs-from-line'],
      [5, 'share', 'share-exceeded'],
      [6, 'fiasId', 'differs-from-line'],
      [7, 'commonArea', 'differs-from-line'],
      [8, 'address', 'differs-from-line'],
      [9, 'heatingMonths', 'differs-from-line'],
    ],
  );
});

test('rows that contradict what is stored are refused', async () => {
  await importHouseRows(core, owner, [
    { account: 'A1', fias: FIAS, room: '1', share: '0,6' },
    { account: 'B1', address: 'ул. Вторая, 2' },
    { account: 'C1', room: '3', closed: '31.12.2021' },
  ]);
  assert.deepEqual(
    await refusedOf([
      { account: 'B1', room: '2' },
      { account: 'A2', room: '1', share: '0,5' },
      { account: 'C1', room: '3', opened: '01.01.2022' },
    ]),
    [
      [2, 'accountNumber', 'account-elsewhere'],
      [3, 'share', 'share-exceeded'],
      [4, 'openedOn', 'after-closed'],
    ],
  );
  assert.deepEqual(await refusedOf([{ account: 'A1', fias: FIAS, address: 'ул. Вторая, 2' }]), [
    [2, 'address', 'address-of-other-house'],
  ]);
});

test('a new name with Latin letters in place of Russian ones is refused by its word, or by what it looks like', async () => {
  await importHouseRows(core, owner, [
    { account: 'Л-1', room: '12а' },
    { account: 'Л-2', room: '3', address: 'ул. 8 Марта, 5В' },
    { account: 'В-3', room: '4' },
  ]);
  assert.deepEqual(
    await refusedOf([
      { account: 'Л-1', room: '12a' },
      { account: 'Л-4', room: '7', address: 'ул. 8 Марта, 5B' },
      { account: 'B-3', room: '4', share: '0,5' },
      { account: 'ЛC-5', room: '5М' },
      { account: 'Л-6', room: '5M' },
      { account: 'Л-7', room: 'Пoм1', address: 'ЖК Sky, ул. Мирa, 2' },
      { account: 'Л-8', room: '1', address: 'ул. Речная, 7А' },
      { account: 'Л-9', room: '1', address: 'ул. Речная, 7A' },
    ]),
    [
      [2, 'roomNumber', 'looks-like-stored'],
      [3, 'address', 'looks-like-stored'],
      [4, 'accountNumber', 'looks-like-stored'],
      [4, 'share', 'share-exceeded'],
      [5, 'accountNumber', 'mixed-alphabets'],
      [6, 'roomNumber', 'looks-like-line'],
      [7, 'address', 'mixed-alphabets'],
      [7, 'roomNumber', 'mixed-alphabets'],
      [9, 'address', 'looks-like-line'],
    ],
  );
  const { errors } = await importHouseRows(core, owner, [
    { account: 'Л-7', room: '12a', address: 'ул. Mира, д. 1' },
    { account: 'Л-1', room: '12a' },
  ]);
  assert.deepEqual(
    errors.map(({ line, messageRu }) => `${line} ${messageRu}`),
    [
      '2 выглядит как уже записанное «ул. Мира, д. 1», но буквы другие: латинские вместо русских или наоборот',
      '2 в слове «Mира» смешаны латинские и русские буквы: наберите его заново',
      '3 выглядит как уже записанное «12а», но буквы другие: латинские вместо русских или наоборот',
    ],
  );
});

test('letters of both alphabets in names that are stored already, or apart from each other, are accepted', async () => {
  const address = 'ЖК Sky, ул. XXII съезда, 5B';
  const rows = [{ account: 'A-1', room: '12a', address }];
  for (const changed of [1, 0]) {
    const told = await importHouseRows(core, owner, rows);
    assert.deepEqual([told.status, told.changed], ['COMPLETED', changed], JSON.stringify(told));
  }
});

test('an ambiguous house is refused', async () => {
  for (const _ of [1, 2])
    await core.ask(owner, createHouse, {
      body: { organizationId, address: 'ул. Двойная, 1' },
    });
  assert.deepEqual(await refusedOf([{ address: 'ул. Двойная, 1' }]), [
    [2, 'address', 'house-ambiguous'],
  ]);
});

const unusable: {
  why: string;
  content: string | Promise<Buffer>;
  code: string;
  says: RegExp;
}[] = [
  { why: 'nothing', content: '', code: 'malformed-file', says: /empty/ },
  { why: 'only a header', content: csv([HOUSE_HEADER]), code: 'malformed-file', says: /no rows/ },
  {
    why: 'a column nobody knows',
    content: csv([[...HOUSE_HEADER, 'Этаж'], houseCells({})]),
    code: 'wrong-columns',
    says: /Адрес дома, Код ФИАС/,
  },
  {
    why: 'a column that is missing',
    content: csv([HOUSE_HEADER.slice(1), houseCells({}).slice(1)]),
    code: 'wrong-columns',
    says: /Адрес дома/,
  },
  {
    why: 'a column twice',
    content: csv([[...HOUSE_HEADER, HOUSE_HEADER[0] ?? ''], houseCells({})]),
    code: 'wrong-columns',
    says: /Адрес дома/,
  },
  {
    why: 'a picture',
    content: '\u0089PNG\r\n\u001a\n\u0000\u0000',
    code: 'wrong-columns',
    says: /first row/,
  },
  {
    why: 'a workbook cut off',
    content: workbook([HOUSE_HEADER, houseCells({})]).then((file) => file.subarray(0, 1500)),
    code: 'malformed-file',
    says: /cut off/,
  },
];
for (const { why, content, code, says } of unusable) {
  test(`a file that is not such a table is a 400 at once: ${why}`, async () => {
    const sent = await sendFile(core, owner, importHouses, { content: await content });
    assert.deepEqual([sent.status, sent.problem.code], [400, code], sent.text);
    assert.match(sent.problem.detail ?? '', says);
    const { rows } =
      await sql`select from imports where organization_id = ${organizationId}`.execute(core.db);
    assert.equal(rows.length, 0);
  });
}
