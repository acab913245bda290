// Templates as people use them: filled in directly, or opened in a Russian Excel and saved as CSV, which is windows-1251.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  downloadImportTemplate,
  importHouses,
  importMeters,
  importReadings,
} from '@kvartplata/contracts/core/imports.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { cp1251, rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { houseCells } from '../../testing/house-file.ts';
import { csv, importFile, workbook, type Importing } from '../../testing/import-files.ts';
import { makeMeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { FORMS } from './import-forms.ts';
import type { ImportKind } from './imports.table.ts';

const OWNER = 1;

let core: TestApp;
let houseId: number;
before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
  ({ houseId } = await makeMeteredHouse(core.db, await core.organizationOf(OWNER), 2));
});
after(async () => core.close());

async function cellsOf(kind: string, format: string): Promise<readonly (readonly string[])[]> {
  const asked = { params: { kind }, query: { format } };
  const answer = await core.ask(OWNER, downloadImportTemplate, asked);
  return (await rowsOf(answer.bytes)).map(({ cells }) => cells);
}

for (const kind of Object.keys(FORMS))
  for (const format of ['csv', 'xlsx'])
    test(`the template of ${kind} as ${format} survives windows-1251`, async () => {
      const rows = await cellsOf(kind, format);
      assert.equal(rows.length, 2);
      const decoder = new TextDecoder('windows-1251', { fatal: true });
      for (const cell of rows.flat()) assert.equal(decoder.decode(cp1251(cell)), cell);
    });

test('a filled template saved in windows-1251 is imported', async () => {
  const asked = { params: { kind: 'houses' }, query: { format: 'csv' } };
  const template = await core.ask(OWNER, downloadImportTemplate, asked);
  const text = template.text + csv([houseCells({ common: '1426,5' })]);
  const told = await importFile(core, OWNER, importHouses, cp1251(text));
  assert.deepEqual([told.status, told.changed, told.errors], ['COMPLETED', 1, []]);
});

const filled: {
  kind: ImportKind;
  importing: Importing;
  queryOf: () => Sent['query'];
  row: () => string[];
}[] = [
  {
    kind: 'houses',
    importing: importHouses,
    queryOf: () => ({}),
    row: () => [
      'ул. Шаблонная, 1',
      '',
      '',
      '10-4',
      '1',
      '45,1',
      '',
      'Ш1',
      'Иванов',
      '1',
      '',
      '',
      '01.02.2020',
    ],
  },
  {
    kind: 'meters',
    importing: importMeters,
    queryOf: () => ({ houseId }),
    row: () => [
      '',
      `${houseId}-1`,
      '',
      'Холодное водоснабжение',
      'Счётчик холодной воды',
      'Ш-1',
      '5',
      '01.02.2020',
      '0',
    ],
  },
  {
    kind: 'readings',
    importing: importReadings,
    queryOf: () => ({ houseId }),
    row: () => ['', 'S1', '', '', '12', '20.01.2026', '01.2026'],
  },
];
for (const { kind, importing, queryOf, row } of filled) {
  test(`a filled template of ${kind} is imported as it is`, async () => {
    const params = { kind };
    const asked = { params, query: { format: 'csv' } };
    const template = await core.ask(OWNER, downloadImportTemplate, asked);
    const asCsv = `${template.bytes.toString()}${row()
      .map((cell) => `"${cell}"`)
      .join(';')}\r\n`;
    const told = await importFile(core, OWNER, importing, asCsv, queryOf());
    assert.deepEqual(
      [told.status, told.totalRows, told.changed],
      ['COMPLETED', 1, 1],
      JSON.stringify(told),
    );
    const xlsx = await core.ask(OWNER, downloadImportTemplate, { params });
    const rows = (await rowsOf(xlsx.bytes)).map(({ cells }) => cells);
    const filledIn = await workbook([...rows, row()]);
    const again = await importFile(core, OWNER, importing, filledIn, queryOf());
    assert.deepEqual([again.status, again.totalRows, again.unchanged], ['COMPLETED', 1, 1]);
  });
}
