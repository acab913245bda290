// A table in a CSV or XLSX file: rows of texts with their line numbers.
import type { FieldReason } from '@kvartplata/contracts/field-reasons.ts';
import { Refusal } from '../http/refusal.ts';

export type TableRow = {
  /** As the file's own program counts, from 1; the first line of a CSV row that spans several. */
  readonly line: number;
  /** In canonical form: days as `YYYY-MM-DD`, numbers with a decimal point, blanks trimmed, no blank cells at the end. */
  readonly cells: readonly string[];
};

/** Limits that bound the memory for reading a file; a file beyond them is refused. */
export const TABLE_LIMITS = {
  /** Per cell; Excel's own limit. */
  cellCharacters: 32_767,
  /** Rows are cut one cell after this limit, so that a reader can see that there were more. */
  columns: 200,
  /** Of all cells of a row, and of the table: cells of an XLSX may share a text, so that a small file can hold a large table. */
  rowCharacters: 262_144,
  tableCharacters: 134_217_728,
  /** Unpacked size of an XLSX's sheet, and of its shared texts. */
  unpackedBytes: 268_435_456,
  /** Unpacked size of any other part of an XLSX. */
  smallPartBytes: 8_388_608,
  /** Including blank ones; Excel's own limit. */
  rows: 1_048_576,
  /** The shared texts of an XLSX are held in memory. */
  sharedStrings: 1_000_000,
  sharedCharacters: 16_777_216,
} as const;

/**
 * The file is not valid; `detail` tells its owner why.
 * @param more.reason the same for pages, which word it in their own language
 */
export function malformedFile(
  detail: string,
  { reason, cause }: { readonly reason?: FieldReason; readonly cause?: unknown } = {},
): Refusal {
  const errors = reason && [{ path: '/file', message: detail, reason }];
  return new Refusal('malformed-file', detail, { cause, ...(errors && { errors }) });
}

/** It was damaged or cut off on its way, or is no workbook at all. */
export function brokenFile(detail: string, cause?: unknown): Refusal {
  return malformedFile(detail, { reason: { code: 'file-broken' }, cause });
}

export function noRowsBelowHeader(): Refusal {
  return malformedFile('The file has no rows below its header', { reason: { code: 'no-rows' } });
}

export function tooManyRows(): Refusal {
  return malformedFile(`The table has a row below line ${TABLE_LIMITS.rows}`);
}

export function tooLongCell(line: number): Refusal {
  return malformedFile(
    `Line ${line} has a cell of more than ${TABLE_LIMITS.cellCharacters} characters`,
    { reason: { code: 'cell-too-long', params: { line, limit: TABLE_LIMITS.cellCharacters } } },
  );
}

/**
 * A program that opens the file would take such a text for a formula.
 * Our files put an apostrophe before it, and our reader removes it.
 */
const FORMULA = /^[=+\-@\t\r]/;
const GUARDED_FORMULA = /^'[=+\-@\t\r]/;

export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function unguardFormula(text: string): string {
  return GUARDED_FORMULA.test(text) ? text.slice(1) : text;
}

/** A cell as it is passed on. */
export function cellText(raw: string): string {
  return raw === '' ? raw : unguardFormula(raw.trim().toWellFormed());
}

/**
 * The row as it is passed on; undefined when it is blank.
 * @param cells as `cellText` returns them, at most one more than the limit of columns
 * @throws Refusal malformed-file
 */
export function tableRow(line: number, cells: string[]): TableRow | undefined {
  let [filled, characters] = [0, 0];
  for (const [index, { length }] of cells.entries()) {
    if (length === 0) continue;
    if (length > TABLE_LIMITS.cellCharacters) throw tooLongCell(line);
    characters += length;
    filled = index + 1;
  }
  if (characters > TABLE_LIMITS.rowCharacters)
    throw malformedFile(`Line ${line} has more than ${TABLE_LIMITS.rowCharacters} characters`);
  cells.length = filled;
  return filled === 0 ? undefined : { line, cells };
}
