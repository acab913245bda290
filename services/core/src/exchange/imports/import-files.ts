// The files that imports provide: templates to fill in, and refused rows with the reasons, to be corrected.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';
import type { ImportForm } from './import-form.ts';
import type { RefusedRow } from './imports.repository.ts';
import { sentenceOf, type RowReason } from './row-reasons.ts';

const ROW_WIDTHS = { line: 10, reasons: 60, cell: 20 };

/** The header, and a row that explains what to enter, which the reader skips. */
export function templateFile(format: TableFormat, form: ImportForm): Readable {
  return writeTable(format, {
    rows: [form.columns.map(({ title }) => title), form.columns.map(({ note }) => note)],
    sheetName: form.sheetName,
    widths: form.columns.map(({ width }) => width),
  });
}

/** The form with rows to be filled in. */
export function filledForm(
  format: TableFormat,
  { columns, sheetName }: ImportForm,
  rows: readonly Readonly<Record<string, string | null>>[],
): Readable {
  function* table(): Generator<readonly Cell[]> {
    yield columns.map(({ title }) => title);
    yield columns.map(({ note }) => note);
    for (const row of rows) yield columns.map(({ code }) => row[code] ?? '');
  }
  return writeTable(format, {
    rows: table(),
    sheetName,
    widths: columns.map(({ width }) => width),
  });
}

/** The rows as they are in the file, each with its line and all reasons. */
export function refusedFile(
  format: TableFormat,
  form: ImportForm,
  columns: readonly string[],
  rows: AsyncIterable<RefusedRow>,
): Readable {
  const titles = new Map(form.columns.map(({ code, title }) => [code, title]));
  const reasonsOf = (reasons: readonly RowReason[]): string =>
    reasons
      .map((reason) => {
        const sentence = sentenceOf(reason, 'ru');
        return reason.column === null
          ? sentence
          : `${titles.get(reason.column) ?? reason.column}: ${sentence}`;
      })
      .join('; ');
  async function* table(): AsyncGenerator<readonly Cell[]> {
    yield ['Строка', 'Причина отказа', ...columns];
    for await (const { line, cells, reasons } of rows)
      yield [String(line), reasonsOf(reasons), ...cells];
  }
  return writeTable(format, {
    rows: table(),
    sheetName: 'Отказы',
    widths: [ROW_WIDTHS.line, ROW_WIDTHS.reasons, ...columns.map(() => ROW_WIDTHS.cell)],
  });
}
