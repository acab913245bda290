import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../http/refusal.ts';
import { cp1251, cp866, rowsOf, workbookOf, zipOf } from '../testing/table-files.ts';

const HEADER = 'Лицевой счёт;Плательщик;Площадь';
const ROW = 'ЛС1;Иванов;45,1';
const READ = [
  { line: 1, cells: ['Лицевой счёт', 'Плательщик', 'Площадь'] },
  { line: 2, cells: ['ЛС1', 'Иванов', '45,1'] },
];

const texts: { why: string; content: string | Buffer }[] = [
  { why: 'UTF-8', content: `${HEADER}\n${ROW}\n` },
  { why: 'UTF-8 with its mark and Windows line ends', content: `\uFEFF${HEADER}\r\n${ROW}\r\n` },
  { why: 'no line end at the end', content: `${HEADER}\n${ROW}` },
  { why: 'windows-1251', content: cp1251(`${HEADER}\r\n${ROW}\r\n`) },
  { why: 'IBM 866', content: cp866(`${HEADER}\r\n${ROW}\r\n`) },
  {
    why: 'UTF-16 as Excel calls Unicode',
    content: Buffer.from(`\uFEFF${HEADER}\n${ROW}`, 'utf16le'),
  },
  { why: 'tabs', content: `${HEADER}\n${ROW}`.replaceAll(';', '\t') },
  {
    why: 'commas and quotation marks',
    content: 'Лицевой счёт,Плательщик,Площадь\nЛС1,Иванов,"45,1"\n',
  },
  {
    why: 'a first line that names the separator',
    content: 'sep=,\r\nЛицевой счёт,Плательщик,Площадь\r\nЛС1,Иванов,"45,1"\r\n',
  },
  {
    why: 'blanks around, and blank lines',
    content: `\n Лицевой счёт ;Плательщик; Площадь\n;;\n ЛС1; Иванов ;45,1;;\n\n`,
  },
];
for (const { why, content } of texts) {
  test(`a CSV file is read: ${why}`, async () => {
    const rows = await rowsOf(content);
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      READ.map(({ cells }) => cells),
    );
  });
}

test('a row keeps its line, however many lines its cells span', async () => {
  const rows = await rowsOf('a;b\n\n"x\ny";"1 ""2"" 3"\nz;ООО "Заря"\n');
  assert.deepEqual(rows, [
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['x\ny', '1 "2" 3'] },
    { line: 5, cells: ['z', 'ООО "Заря"'] },
  ]);
});

const unbalanced: { why: string; content: string; cells: readonly (readonly string[])[] }[] = [
  {
    why: 'a name that was cut off keeps its only mark, and takes in no row below',
    content: 'LS01;"Управляющая компан;100\nLS02;Петров;200\nLS03;ООО "Заря";300\n',
    cells: [
      ['LS01', '"Управляющая компан', '100'],
      ['LS02', 'Петров', '200'],
      ['LS03', 'ООО "Заря"', '300'],
    ],
  },
  {
    why: 'it is as well followed by a cell that marks enclose',
    content: 'LS01;"Управ;100\nLS02;"Дом; сад";200\n',
    cells: [
      ['LS01', '"Управ', '100'],
      ['LS02', 'Дом; сад', '200'],
    ],
  },
  {
    why: 'marks within a name enclose no cell',
    content: '"ООО "Дом"";"Заря" ООО;1\n',
    cells: [['"ООО "Дом""', '"Заря" ООО', '1']],
  },
  {
    why: 'blanks may follow the mark that ends a cell',
    content: '"Иванов; Пётр" ;"1"  \n"2" ',
    cells: [['Иванов; Пётр', '1'], ['2']],
  },
];
for (const { why, content, cells } of unbalanced) {
  test(`quotation marks in a CSV file: ${why}`, async () =>
    assert.deepEqual(
      (await rowsOf(content)).map((row) => row.cells),
      cells,
    ));
}

test('a large file of names that were cut off is read row by row', async () => {
  const rows = await rowsOf('LS01;"Управляющая компан;100\n'.repeat(100_000) + 'LS02;"Дом" 2;1');
  assert.equal(rows.length, 100_001);
  assert.deepEqual(rows.at(-2)?.cells, ['LS01', '"Управляющая компан', '100']);
});

test('a UTF-8 file is recognized when its first non-ASCII letter comes late', async () => {
  const rows = await rowsOf(`a;b\n${'x;y\n'.repeat(40_000)}ж;🏠\n`);
  assert.deepEqual(rows.at(-1), { line: 40_002, cells: ['ж', '🏠'] });
  assert.equal(rows.length, 40_002);
});

test('a formula-like text loses the apostrophe that our files put before it', async () => {
  const rows = await rowsOf("a;b\n'=1+1;'-5\n'слово;=1\n");
  assert.deepEqual(
    rows.slice(1).map(({ cells }) => cells),
    [
      ['=1+1', '-5'],
      ["'слово", '=1'],
    ],
  );
});

test('a sheet is read as it looks: texts, numbers, dates, booleans and the values of formulas', async () => {
  const sheet = `<sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><r><t>При</t></r><r><t>вет</t></r></is></c></row>
    <row r="3"><c r="A3"><v>45.100000000000001</v></c><c r="B3" s="1"><v>46233</v></c><c r="C3" s="2"><v>46233.770833333336</v></c>
      <c r="D3" t="b"><v>1</v></c><c r="E3"><f>A3*2</f><v>90.2</v></c><c r="F3" t="str"><f>"x"</f><v>x</v></c><c r="G3" t="e"><v>#REF!</v></c>
      <c r="H3"><v>1.23456789012345E14</v></c><c r="I3"><v>1E-7</v></c><c r="J3" t="d"><v>2026-07-31T00:00:00</v></c><c r="K3" s="3"><v>12</v></c><c r="L3"><f>A3</f></c><c r="M3" t="str"><f>""</f><v></v></c></row>
    <row><c><v>1</v></c><c t="s"><v>1</v></c></row>
  </sheetData>`;
  const rows = await rowsOf(
    await workbookOf(sheet, {
      'xl/sharedStrings.xml':
        '<sst><si><t>Номер</t><rPh><t>нет</t></rPh></si><si><r><t>_x000D_a</t></r><r><t>&amp;b</t></r></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="0&quot; дн&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    }),
  );
  assert.deepEqual(rows, [
    { line: 1, cells: ['Номер', '', 'Привет'] },
    {
      line: 3,
      cells: [
        '45.1',
        '2026-07-30',
        '2026-07-30 18:30:00',
        'true',
        '90.2',
        'x',
        '#REF!',
        '123456789012345',
        '0.0000001',
        '2026-07-31',
        '12',
        '#N/A',
      ],
    },
    { line: 4, cells: ['1', 'a&b'] },
  ]);
});

test('a workbook with the 1904 date system and prefixes is read', async () => {
  const rows = await rowsOf(
    await workbookOf('', {
      'xl/workbook.xml':
        '<x:workbook xmlns:x="a" xmlns:r="b"><x:workbookPr date1904="1"/><x:sheets><x:sheet r:id="s1"/></x:sheets></x:workbook>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<x:worksheet xmlns:x="a"><x:sheetData><x:row r="1"><x:c r="AB1"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    }),
  );
  assert.equal(rows[0]?.cells[27], '1904-01-01');
});

test('whole numbers keep their digits, and the zeros that their format shows', async () => {
  const rows = await rowsOf(
    await workbookOf(
      `<sheetData><row r="1"><c r="A1" s="1"><v>70001</v></c><c r="B1" s="1"><v>123456789</v></c><c r="C1" s="1"><v>1.5</v></c>
        <c r="D1"><v>1234567890123456</v></c><c r="E1"><v>40702810500000012345</v></c><c r="F1" s="2"><v>7</v></c></row></sheetData>`,
      {
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000000"/></numFmts><cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="1"/></cellXfs></styleSheet>',
      },
    ),
  );
  assert.deepEqual(rows[0]?.cells, [
    '0070001',
    '123456789',
    '1.5',
    '1234567890123456',
    '40702810500000012345',
    '7',
  ]);
});

test('rows with formatting alone are skipped, however many', async () => {
  const blank = '<row s="1" customFormat="1"><c s="1"/><c s="1"/></row>'.repeat(250_000);
  const sheet = `<sheetData>${blank}<row><c><v>1</v></c></row></sheetData>`;
  assert.deepEqual(await rowsOf(await workbookOf(sheet)), [{ line: 250_001, cells: ['1'] }]);
});

test('the first sheet is the one that people see first', async () => {
  const sheets = (second: string) =>
    `<workbook xmlns:r="x"><sheets><sheet state="veryHidden" r:id="s2"/><sheet ${second} r:id="s1"/></sheets></workbook>`;
  const shown = workbookOf(cell('x'), { 'xl/workbook.xml': sheets('') });
  assert.deepEqual(await rowsOf(await shown), [{ line: 1, cells: ['x'] }]);
  const hidden = workbookOf(cell('x'), { 'xl/workbook.xml': sheets('state="hidden"') });
  await assert.rejects(rowsOf(await hidden), /no sheet/);
});

test('a format of a million characters is no date, and is decided at once', async () => {
  const book = workbookOf('<sheetData><row r="1"><c r="A1" s="0"><v>45</v></c></row></sheetData>', {
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(900_000)}d"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
  });
  assert.deepEqual((await rowsOf(await book))[0]?.cells, ['45']);
});

test('a row wider than any of ours is distinguished from one that fits', async () => {
  const sheet = '<sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData>';
  assert.equal((await rowsOf(await workbookOf(sheet)))[0]?.cells.length, 201);
  assert.equal(
    (await rowsOf(Array.from({ length: 900 }, () => '1').join(';')))[0]?.cells.length,
    201,
  );
});

const cell = (text: string) =>
  `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`;
const wholeBook = await workbookOf(cell('x'));
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]);
const entity = '<!DOCTYPE w [<!ENTITY a "b">]>';
const bomb = Buffer.alloc(300 * 1_048_576, '<a></a>').toString('latin1');

const broken: { why: string; content: string | Buffer | Promise<Buffer>; says: RegExp }[] = [
  { why: 'nothing', content: '', says: /empty/ },
  {
    why: 'a quotation mark without its end',
    content: 'a;b\n"x;y\n',
    says: /line 2 and never closed/,
  },
  {
    why: 'one in a row of several lines',
    content: 'a;b\n"x\ny";"z\nb;1\nc;2\n',
    says: /line 3 and never closed/,
  },
  { why: 'a row without an end', content: `a;b\n"${'x\n'.repeat(200_000)}`, says: /longer than/ },
  { why: 'a cell of a MiB', content: `a;b\n1;${'x'.repeat(200_000)}\n`, says: /Line 2 has a cell/ },
  { why: 'an old workbook', content: compound, says: /XLS file or has a password/ },
  { why: 'a workbook cut off', content: wholeBook.subarray(0, 900), says: /cut off or broken/ },
  { why: 'an archive of something else', content: zipOf({ 'a.txt': 'x' }), says: /no workbook/ },
  {
    why: 'a sheet that is not there',
    content: workbookOf('', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }),
    says: /no sheet/,
  },
  {
    why: 'a sheet cut off',
    content: workbookOf('', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1">' }),
    says: /not well-formed/,
  },
  {
    why: 'a document type',
    content: workbookOf('', { 'xl/worksheets/sheet1.xml': `${entity}<worksheet/>` }),
    says: /document type/,
  },
  { why: 'an entity of its own', content: workbookOf(cell('&a;')), says: /not well-formed/ },
  {
    why: 'a cell of a MiB in a sheet',
    content: workbookOf(cell('x'.repeat(1_000_000))),
    says: /Line 1 has a cell/,
  },
  {
    why: 'a text of many MiB',
    content: workbookOf(cell('x'.repeat(9_000_000))),
    says: /longer than a cell/,
  },
  {
    why: 'elements without end',
    content: workbookOf('<a>'.repeat(100_000)),
    says: /nested too deeply/,
  },
  {
    why: 'merged cells below the header',
    content: workbookOf(`${cell('a')}<mergeCells><mergeCell ref="A2:A3"/></mergeCells>`),
    says: /A2:A3 are merged/,
  },
  {
    why: 'rows out of order',
    content: workbookOf('<sheetData><row r="2"/><row r="1"/></sheetData>'),
    says: /order/,
  },
  {
    why: 'a sheet that unpacks to hundreds of MiB',
    content: workbookOf(`<sheetData/>${bomb}`),
    says: /unpacks to more than 256 MiB/,
  },
  {
    why: 'styles that unpack to many MiB',
    content: workbookOf(cell('a'), {
      'xl/styles.xml': `<styleSheet>${' '.repeat(9_000_000)}</styleSheet>`,
    }),
    says: /unpacks to more than 8 MiB|longer than/,
  },
  { why: 'a sheet that says it is smaller', content: zipThatLies(), says: /is broken/ },
  { why: 'bytes that are no UTF-8', content: zipWithBadBytes(), says: /broken/ },
  {
    why: 'a CSV with the mark of UTF-8 that breaks off',
    content: Buffer.from('\uFEFFa;b\nИванов;1').subarray(0, -3),
    says: /breaks off its UTF-8/,
  },
  { why: 'a compression of another kind', content: zipChanged(8, 12), says: /is broken/ },
  { why: 'a part whose beginning is not one', content: zipChanged(0, 0), says: /is broken/ },
  {
    why: 'a row of one long text, over and over',
    content: repeating(1, 9),
    says: /Line 1 has more than/,
  },
  {
    why: 'a small sheet of one long text that makes a large table',
    content: repeating(600, 8),
    says: /The table has more than/,
  },
];
for (const { why, content, says } of broken) {
  test(`a file is refused clearly: ${why}`, async () => {
    await assert.rejects(rowsOf(await content), (error) => {
      assert.ok(error instanceof Refusal, String(error));
      assert.equal(error.code, 'malformed-file');
      assert.match(error.message, says);
      return true;
    });
  });
}

/** A workbook with two bytes changed in the headers of its parts, also in the central directory unless they are the signature. */
async function zipChanged(at: number, value: number): Promise<Buffer> {
  const archive = await workbookOf(cell('x'));
  const heads = ['PK\u0003\u0004', ...(at === 0 ? [] : ['PK\u0001\u0002'])];
  for (const [nth, head] of heads.entries())
    for (let found = archive.indexOf(head, 1, 'latin1'); found >= 0;) {
      archive.writeUInt16LE(value, found + at + 2 * nth);
      found = archive.indexOf(head, found + 1, 'latin1');
    }
  return archive;
}

/** A workbook whose cells are all the same text of 30,000 characters. */
async function repeating(rows: number, columns: number): Promise<Buffer> {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(columns)}</row>`;
  return workbookOf(`<sheetData>${row.repeat(rows)}</sheetData>`, {
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`,
  });
}

/** A workbook whose entries all claim to unpack to 5 bytes. */
async function zipThatLies(): Promise<Buffer> {
  const archive = await workbookOf(`<sheetData/>${bomb}`);
  const entry = Buffer.from('PK\u0001\u0002', 'latin1');
  for (let at = archive.indexOf(entry); at >= 0; at = archive.indexOf(entry, at + 1))
    archive.writeUInt32LE(5, at + 24);
  return archive;
}

async function zipWithBadBytes(): Promise<Buffer> {
  return zipOf({ '_rels/.rels': Buffer.from([0x3c, 0xff, 0xfe]) });
}
