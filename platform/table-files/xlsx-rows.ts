// Rows of a workbook's first sheet, read as a stream: what a cell shows, with the cached value of a formula.
import {
  brokenFile,
  cellText,
  malformedFile,
  TABLE_LIMITS,
  tableRow,
  tooLongCell,
  tooManyRows,
  type TableRow,
} from './table-file.ts';
import { dayText, decodeEscapes, numberText } from './xlsx-values.ts';
import { readWorkbook, type NumberFormat, type Workbook } from './xlsx-workbook.ts';
import { openXlsx } from './xlsx-parts.ts';
import { readXml } from './xlsx-events.ts';
import type { XmlHandlers } from '../xml/xml-reader.ts';

/** The prefix of a formula's value. */
const FORMULA_MARK = { shown: '', marked: '=' } as const;

export type SheetReading = {
  /** A cell with a formula gives its value; with `marked` it is preceded by `=`, as in a CSV. */
  readonly formulas?: keyof typeof FORMULA_MARK;
  /** Above it and in it cells may be merged; by default the first row that is not blank. */
  readonly headerLine?: number | undefined;
};

/** @throws Refusal malformed-file */
export async function* readXlsx(
  fd: number,
  reading: SheetReading = {},
): AsyncGenerator<readonly TableRow[]> {
  const parts = await openXlsx(fd);
  const workbook = await readWorkbook(parts);
  const chunks = await parts.open(workbook.sheet, TABLE_LIMITS.unpackedBytes);
  if (chunks === undefined) throw brokenFile('The workbook has no sheet');
  const rows: TableRow[] = [];
  for await (const _ of readXml(chunks, sheetHandlers(workbook, rows, reading)))
    if (rows.length > 0) yield rows.splice(0);
}

/** What Excel shows for a missing value: otherwise a formula without a value would be a blank cell. */
const NOT_COMPUTED = '#N/A';

type OpenCell = { readonly column: number; readonly type: string; readonly style: number };

/** Appends each completed row to `rows`. */
function sheetHandlers(
  workbook: Workbook,
  rows: TableRow[],
  { formulas = 'shown', headerLine: told }: SheetReading,
): XmlHandlers {
  let line = 0;
  let headerLine = told;
  let cells: string[] = [];
  let cell: OpenCell | undefined;
  let value = '';
  let isValue = false;
  let isFormula = false;

  return {
    open: (name, attributes) => {
      switch (name) {
        case 'row':
          line = lineOf(attributes['r'], line);
          cells = [];
          cell = undefined;
          break;
        case 'c':
          cell = {
            column: columnOf(attributes['r'], cell?.column),
            type: attributes['t'] ?? 'n',
            style: Number(attributes['s'] ?? 0),
          };
          value = '';
          isFormula = false;
          break;
        case 'f':
          isFormula = true;
          break;
        case 'mergeCell':
          refuseMerged(attributes['ref'] ?? '', headerLine);
          break;
        default:
          isValue = name === 'v' || name === 't';
      }
    },
    text: (text) => {
      if (!isValue) return;
      value += text;
      if (value.length > TABLE_LIMITS.cellCharacters) throw tooLongCell(line);
    },
    close: (name) => {
      isValue = false;
      if (name === 'c' && cell !== undefined)
        put(
          cells,
          Math.min(cell.column, TABLE_LIMITS.columns),
          (isFormula ? FORMULA_MARK[formulas] : '') +
            (isFormula && value === '' && cell.type !== 'str'
              ? NOT_COMPUTED
              : textOf(cell, value, workbook)),
        );
      if (name !== 'row') return;
      const row = tableRow(line, cells);
      if (row === undefined) return;
      headerLine ??= line;
      rows.push(row);
    },
  };
}

/** Of two cells at the same place the first one wins. */
function put(cells: string[], column: number, text: string): void {
  while (cells.length < column) cells.push('');
  cells[column] ||= text;
}

function textOf(cell: OpenCell, value: string, workbook: Workbook): string {
  return cell.type === 's'
    ? (workbook.sharedStrings[Number(value)] ?? '')
    : cellText(ownText(cell, value, workbook));
}

function ownText({ type, style }: OpenCell, value: string, workbook: Workbook): string {
  switch (type) {
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'd':
      return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
    case 'n':
      return value === '' ? '' : numberAsShown(value, workbook.formats[style], workbook);
    default:
      return decodeEscapes(value);
  }
}

/** An account number `0070001` may be stored as a number whose format shows the zeros. */
function numberAsShown(
  value: string,
  format: NumberFormat | undefined,
  { countsFrom1904 }: Workbook,
): string {
  if (format?.isDay === true) return dayText(value, countsFrom1904);
  const text = numberText(value);
  return /^\d+$/.test(text) ? text.padStart(format?.digits ?? 1, '0') : text;
}

function lineOf(reference: string | undefined, before: number): number {
  const line = reference === undefined ? before + 1 : Number(reference);
  if (!Number.isSafeInteger(line) || line <= before)
    throw brokenFile('The rows of the sheet are not in their order');
  if (line > TABLE_LIMITS.rows) throw tooManyRows();
  return line;
}

/** `AB12` is column 27, counted from 0; without a reference the cell follows the one before. */
function columnOf(reference: string | undefined, before = -1): number {
  if (reference === undefined) return before + 1;
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + (letter.codePointAt(0) ?? 0) - 64;
  return column - 1;
}

/** Of merged cells only the first has a value: rows below the header would silently lack the others'. */
function refuseMerged(reference: string, headerLine: number | undefined): void {
  const last = Number(/^[A-Z]{1,3}\d{1,7}:[A-Z]{1,3}(\d{1,7})$/.exec(reference)?.[1]);
  if (headerLine !== undefined && last > headerLine)
    throw malformedFile(`The cells ${reference} are merged: split them`, {
      reason: { code: 'cells-merged', params: { cells: reference } },
    });
}
