// Writes a table as a file that Russian Excel opens with a double click: CSV or XLSX, as a stream in bounded memory.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { Readable } from 'node:stream';
import { guardFormula } from './table-file.ts';
import type { Cell, WrittenTable } from './written-table.ts';
import { xlsxStream } from './xlsx-writer.ts';

export function writeTable(format: TableFormat, table: WrittenTable): Readable {
  return format === 'xlsx'
    ? writeWorkbook([table])
    : Readable.from(csvLines(table), { objectMode: false });
}

/** One sheet per table, written one after the other: rows of a later one may depend on what happened to the earlier ones. */
export function writeWorkbook(tables: readonly WrittenTable[]): Readable {
  return xlsxStream(tables);
}

const BYTE_ORDER_MARK = '\uFEFF';

async function* csvLines({ rows }: WrittenTable): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const row of rows) yield `${row.map(csvText).join(';')}\r\n`;
}

function csvText(cell: Cell): string {
  if (typeof cell === 'string') return csvQuoted(cell);
  if ('heading' in cell) return csvQuoted(cell.heading);
  if ('day' in cell) return cell.day.split('-').toReversed().join('.');
  return ('money' in cell ? cell.money : cell.decimal).replace('.', ',');
}

function csvQuoted(plain: string): string {
  const text = guardFormula(plain);
  return /[";,\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
