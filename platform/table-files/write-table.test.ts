import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import fc from 'fast-check';
import { rowsOf } from '../testing/table-files.ts';
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from './write-table.ts';
import type { Cell } from './written-table.ts';

const FORMATS = ['csv', 'xlsx'] as const;

async function write(format: TableFormat, rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  return buffer(writeTable(format, { rows, sheetName: 'Лист & «1»', widths: [10, 20] }));
}

for (const format of FORMATS) {
  test(`a table written as ${format} is read back, dates and decimals included`, async () => {
    const rows = await rowsOf(
      await write(format, [
        ['Счёт', 'День', 'Площадь'],
        ['007', { day: '2026-07-31' }, { decimal: '45.10' }],
        ['Строка "в кавычках"; и\nс переносом', '', 'a & b < c'],
      ]),
    );
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        ['Счёт', 'День', 'Площадь'],
        format === 'csv' ? ['007', '31.07.2026', '45,10'] : ['007', '2026-07-31', '45.1'],
        ['Строка "в кавычках"; и\nс переносом', '', 'a & b < c'],
      ],
    );
  });

  test(`no text in ${format} can be taken for a formula`, async () => {
    const dangerous = ['=cmd()', '+7', '-1', '@a', '\tx', '\rx'];
    const written = await write(format, [dangerous]);
    if (format === 'csv')
      assert.equal(written.toString(), `\uFEFF'=cmd();'+7;'-1;'@a;"'\tx";"'\rx"\r\n`);
    assert.deepEqual((await rowsOf(written))[0]?.cells, dangerous);
  });

  test(`any text survives ${format}`, async () => {
    const line = fc
      .string({ unit: 'binary', minLength: 1 })
      .filter(
        (text) => text.trim() === text && text.toWellFormed() === text && !text.includes('\0'),
      )
      .filter((text) => !/^'[=+\-@\t\r]/.test(text) && !/\r(?!\n)/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 5 }), async (texts) => {
        const rows = await rowsOf(
          await write(format, [['Столбец'], ...texts.map((text) => [text])]),
        );
        assert.deepEqual(
          rows.slice(1).map(({ cells }) => cells[0]),
          texts,
        );
      }),
      { numRuns: 60 },
    );
  });
}

test('no cell of a workbook exceeds Excel’s limit, not even with the apostrophe before it', async () => {
  const [row] = await rowsOf(await write('xlsx', [[`=${'x'.repeat(32_766)}`]]));
  assert.equal(row?.cells[0], `=${'x'.repeat(32_765)}`);
});

test('an error in the rows fails the file instead of leaving it open', async () => {
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    yield ['a'];
    throw new Error('the rows broke');
  }
  for (const format of FORMATS)
    await assert.rejects(
      buffer(writeTable(format, { rows: rows(), sheetName: 'x', widths: [] })),
      /the rows broke/,
    );
});
