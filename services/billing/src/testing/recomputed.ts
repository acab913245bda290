// Workbooks as LibreOffice computes them: the stored values of formulas are removed beforehand.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { rowsOf, zipOf, zipText } from '@kvartplata/platform/testing/table-files.ts';
import { columnName } from '@kvartplata/platform/table-files/xlsx-writer.ts';
import { readWorkbook } from './workbook.ts';

/** Raw values, tab-separated, texts in quotation marks, one file per sheet. */
const CSV = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,true,false,false,false,false,-1';

/** What each cell shows, by sheet and cell such as `Ведомость!B7`, for workbooks by name. */
export async function recompute(
  workbooks: ReadonlyMap<string, Buffer>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'recomputed-'));
  try {
    const files: string[] = [];
    for (const [name, workbook] of workbooks) {
      const file = path.join(directory, `${name}.xlsx`);
      writeFileSync(file, await withoutValues(workbook));
      files.push(file);
    }
    const profile = `-env:UserInstallation=file://${directory}/profile`;
    const { status, stderr } = spawnSync(
      'soffice',
      [profile, '--headless', '--convert-to', CSV, '--outdir', directory, ...files],
      // Without a locale of UTF-8 it writes question marks for the letters of a sheet's name.
      { env: { ...process.env, HOME: directory, LC_ALL: 'C.UTF-8' } },
    );
    assert.equal(status, 0, stderr.toString());
    const computed = new Map<string, ReadonlyMap<string, string>>();
    for (const [name, workbook] of workbooks) {
      const cells = new Map<string, string>();
      for (const sheet of readWorkbook(workbook)) {
        const rows = await rowsOf(readFileSync(path.join(directory, `${name}-${sheet.name}.csv`)));
        for (const row of rows)
          for (const [index, cell] of row.cells.entries())
            cells.set(`${sheet.name}!${columnName(index)}${row.line}`, cell);
      }
      computed.set(name, cells);
    }
    return computed;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function withoutValues(workbook: Buffer): Promise<Buffer> {
  const parts = await zipText(Readable.from([workbook]));
  return zipOf(
    Object.fromEntries(
      [...parts].map(([name, text]) => [name, text.replaceAll(/(<\/f>)<v>[^<]*<\/v>/g, '$1')]),
    ),
  );
}
