// Writes a table as a file that Russian Excel opens with a double click: CSV or XLSX, as a stream in bounded memory.
import { Readable } from 'node:stream';
import { guardFormula } from './table-file.ts';
import { xlsxStream } from './xlsx-writer.ts';

export type TableFormat = 'csv' | 'xlsx';

/** A text; a decimal with a point; or a day `YYYY-MM-DD`. */
export type Cell = string | { readonly decimal: string } | { readonly day: string };

export type WrittenTable = {
  /** The first is the header. */
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
  readonly sheetName: string;
  /** Of the columns, in characters. */
  readonly widths: readonly number[];
};

export const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export function writeTable(format: TableFormat, table: WrittenTable): Readable {
  return format === 'xlsx'
    ? xlsxStream(table)
    : Readable.from(csvLines(table), { objectMode: false });
}

const BYTE_ORDER_MARK = '\uFEFF';

async function* csvLines({ rows }: WrittenTable): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const row of rows) yield `${row.map(csvText).join(';')}\r\n`;
}

function csvText(cell: Cell): string {
  if (typeof cell !== 'string')
    return 'decimal' in cell
      ? cell.decimal.replace('.', ',')
      : cell.day.split('-').toReversed().join('.');
  const text = guardFormula(cell);
  return /[";,\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
