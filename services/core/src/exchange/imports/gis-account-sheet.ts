// Accounts as rows of the form of the state's numbers: those that lack one, or all.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';
import { gisAccountForm } from './gis-account-form.ts';
import type { GisAccountRow } from './gis-accounts.repository.ts';

export function gisAccountsFile(format: TableFormat, rows: readonly GisAccountRow[]): Readable {
  const { columns, sheetName } = gisAccountForm;
  function* table(): Generator<readonly Cell[]> {
    yield columns.map(({ title }) => title);
    yield columns.map(({ note }) => note);
    for (const row of rows) {
      const cells: Readonly<Record<string, string | null>> = row;
      yield columns.map(({ code }) => cells[code] ?? '');
    }
  }
  return writeTable(format, {
    rows: table(),
    sheetName,
    widths: columns.map(({ width }) => width),
  });
}
