import assert from 'node:assert/strict';
import { json, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { zipText } from '../testing/table-files.ts';
import { writeReport, type Report } from './write-report.ts';

type Row = { readonly name: string; readonly roubles: string };

function reportOf(rows: readonly Row[]): Report<Row> {
  let written = 0;
  async function* counted(): AsyncGenerator<Row> {
    for (const row of rows) {
      written += 1;
      yield row;
    }
  }
  return {
    head: { of: 'a house' },
    list: 'accounts',
    rows: counted(),
    tail: () => ({ written }),
    sheetName: 'Лист',
    columns: [
      { title: 'Имя', width: 10, of: ({ name }) => name },
      { title: 'Сумма', width: 10, of: ({ roubles }) => ({ money: roubles }), isTotalled: true },
      { title: 'Ещё раз', width: 10, of: ({ roubles }) => ({ money: roubles }) },
    ],
    secondSheet: {
      name: 'Контроль & итог',
      widths: [],
      rows: (line) => [[{ formula: `'Лист'!B${line}`, money: '0.00' }]],
    },
  };
}

const ROWS = [
  { name: '=1+1', roubles: '0.10' },
  { name: 'a;"b"', roubles: '-17.35' },
  { name: '<я>', roubles: '0.20' },
];

test('JSON has its head, its list and its tail, which is computed last', async () => {
  assert.deepEqual(await json(writeReport('json', reportOf(ROWS))), {
    of: 'a house',
    accounts: ROWS,
    written: 3,
  });
  assert.deepEqual(await json(writeReport('json', reportOf([]))), {
    of: 'a house',
    accounts: [],
    written: 0,
  });
  const { head: _head, tail: _tail, ...bare } = reportOf(ROWS);
  assert.deepEqual(await json(writeReport('json', { ...bare, head: {} })), { accounts: ROWS });
});

test('CSV has one row for each and no totals; numbers stay numbers', async () => {
  assert.equal(
    await text(writeReport('csv', reportOf(ROWS))),
    `Имя;Сумма;Ещё раз\r\n'=1+1;0,10;0,10\r\n"a;""b""";-17,35;-17,35\r\n<я>;0,20;0,20\r\n`,
  );
});

test('a workbook sums with a formula and its value, and links the next sheet to it', async () => {
  const parts = await zipText(writeReport('xlsx', reportOf(ROWS)));
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  assert.match(sheet, /<c r="B5" s="5"><f>SUM\(B2:B4\)<\/f><v>-17.05<\/v><\/c><\/row>/);
  assert.equal(sheet.match(/<f>/g)?.length, 1);
  assert.match(
    parts.get('xl/worksheets/sheet2.xml') ?? '',
    /<c r="A1" s="5"><f>'Лист'!B5<\/f><v>0.00<\/v><\/c>/,
  );
  assert.match(
    parts.get('xl/workbook.xml') ?? '',
    /<sheet name="Контроль &amp; итог" sheetId="2" r:id="rId2"\/>/,
  );
});

test('a total of no rows is a plain value: a formula would sum itself', async () => {
  const parts = await zipText(writeReport('xlsx', reportOf([])));
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  assert.match(sheet, /<c r="B2" s="4"><v>0.00<\/v><\/c>/);
  assert.doesNotMatch(sheet, /<f>/);
});
