// A report: a list with data before and after it, written row by row as JSON, as a workbook whose totals are formulas, or as
// plain CSV.
import type { ReportFormat } from '@kvartplata/contracts/table-files.ts';
import { Readable } from 'node:stream';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { writeTable, writeWorkbook } from './write-table.ts';
import type { Cell } from './written-table.ts';
import { columnName } from './xlsx-writer.ts';

export type ReportColumn<Row> = {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  readonly of: (row: Row) => Cell;
  /** Roubles that are totalled below the rows. */
  readonly isTotalled?: true;
};

export type Report<Row> = {
  /** The JSON fields before the list. */
  readonly head: object;
  /** The list's name in the JSON. */
  readonly list: string;
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  /** The JSON fields after the list; called when all rows have been written. */
  readonly tail?: () => object;
  readonly sheetName: string;
  readonly columns: readonly ReportColumn<Row>[];
  /** A second sheet; called after the first, with the line of its totals. */
  readonly secondSheet?: {
    readonly name: string;
    readonly widths: readonly number[];
    readonly rows: (totalsLine: number) => readonly (readonly Cell[])[];
  };
};

/** Rows are written in pieces of this size: each piece costs a turn of the event loop. */
const PIECE_LENGTH = 16_384;

export function writeReport<Row>(format: ReportFormat, report: Report<Row>): Readable {
  if (format === 'json') return Readable.from(jsonPieces(report), { objectMode: false });
  const { sheetName, columns, secondSheet } = report;
  const widths = columns.map(({ width }) => width);
  if (format === 'csv') return writeTable('csv', { rows: csvRows(report), sheetName, widths });
  let lines = 0;
  async function* counted(): AsyncGenerator<readonly Cell[]> {
    for await (const row of sheetRows(report)) {
      lines += 1;
      yield row;
    }
  }
  function* second(): Generator<readonly Cell[]> {
    yield* secondSheet?.rows(lines) ?? [];
  }
  return writeWorkbook([
    { rows: counted(), sheetName, widths },
    ...(secondSheet === undefined
      ? []
      : [{ rows: second(), sheetName: secondSheet.name, widths: secondSheet.widths }]),
  ]);
}

async function* jsonPieces<Row>({ head, list, rows, tail }: Report<Row>): AsyncGenerator<string> {
  const opening = JSON.stringify(head).slice(0, -1);
  yield `${opening}${opening === '{' ? '' : ','}${JSON.stringify(list)}:[`;
  let [separator, piece] = ['', ''];
  for await (const row of rows) {
    piece += separator + JSON.stringify(row);
    separator = ',';
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  const closing = JSON.stringify(tail?.() ?? {}).slice(1);
  yield `${piece}]${closing === '}' ? '' : ','}${closing}`;
}

async function* csvRows<Row>({ columns, rows }: Report<Row>): AsyncGenerator<readonly Cell[]> {
  yield columns.map(({ title }) => title);
  for await (const row of rows) yield columns.map((column) => column.of(row));
}

/** With the totals of the columns that have one, as formulas over the rows. */
async function* sheetRows<Row>(report: Report<Row>): AsyncGenerator<readonly Cell[]> {
  const { columns } = report;
  const kopecks = columns.map(() => 0n);
  let line = 0;
  for await (const cells of csvRows(report)) {
    line += 1;
    yield cells;
    for (const [index, cell] of cells.entries())
      if (columns[index]?.isTotalled && typeof cell !== 'string' && 'money' in cell)
        kopecks[index] = (kopecks[index] ?? 0n) + parseScaled(cell.money, 2);
  }
  if (!columns.some(({ isTotalled }) => isTotalled)) return;
  yield columns.map(({ isTotalled }, index): Cell => {
    if (index === 0) return { heading: 'Итого' };
    if (!isTotalled) return '';
    const money = formatScaled(kopecks[index] ?? 0n, 2);
    const letter = columnName(index);
    return line === 1 ? { money } : { formula: `SUM(${letter}2:${letter}${line})`, money };
  });
}
