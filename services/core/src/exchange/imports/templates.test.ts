// Templates as people use them: opened in a Russian Excel, filled in, and saved as CSV, which is windows-1251.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { downloadImportTemplate, importHouses } from '@kvartplata/contracts/core/imports.ts';
import { cp1251, rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { houseCells } from '../../testing/house-file.ts';
import { csv, importFile } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { FORMS } from './import-forms.ts';

const OWNER = 1;

let core: TestApp;
before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
  await core.organizationOf(OWNER);
});
after(async () => core.close());

async function cellsOf(kind: string, format: string): Promise<readonly (readonly string[])[]> {
  const asked = { params: { kind }, query: { format } };
  const answer = await core.ask(OWNER, downloadImportTemplate, asked);
  return (await rowsOf(answer.bytes)).map(({ cells }) => cells);
}

for (const kind of Object.keys(FORMS))
  for (const format of ['csv', 'xlsx'])
    test(`the template of ${kind} as ${format} loses nothing in windows-1251`, async () => {
      const rows = await cellsOf(kind, format);
      assert.equal(rows.length, 2);
      const decoder = new TextDecoder('windows-1251', { fatal: true });
      for (const cell of rows.flat()) assert.equal(decoder.decode(cp1251(cell)), cell);
    });

test('a filled template that was saved in windows-1251 is imported', async () => {
  const asked = { params: { kind: 'houses' }, query: { format: 'csv' } };
  const template = await core.ask(OWNER, downloadImportTemplate, asked);
  const text = template.text + csv([houseCells({ common: '1426,5' })]);
  const told = await importFile(core, OWNER, importHouses, cp1251(text));
  assert.deepEqual([told.status, told.changed, told.errors], ['COMPLETED', 1, []]);
});
