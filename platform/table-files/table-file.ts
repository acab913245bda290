// A table as people keep it in a file, CSV or XLSX: rows of texts with the line that each stands in.
import { Refusal } from '../http/refusal.ts';

export type TableRow = {
  /** As the file's own program counts: from 1; of a CSV row that spans lines, the first. */
  readonly line: number;
  /** As they would be typed: days as `YYYY-MM-DD`, numbers with a point, blanks trimmed, no blank ones at the end. */
  readonly cells: readonly string[];
};

/** What a file may ask of our memory; whatever goes past it is refused. */
export const TABLE_LIMITS = {
  /** Of a cell; what Excel itself allows. */
  cellCharacters: 32_767,
  /** A row keeps one cell more than these, so that a reader sees that there were more. */
  columns: 200,
  /** Of all cells of a row, and of a table: those of an XLSX may share a text, so that a small file holds a large table. */
  rowCharacters: 262_144,
  tableCharacters: 134_217_728,
  /** Of the sheet of an XLSX, and of the texts that its cells share, unpacked. */
  unpackedBytes: 268_435_456,
  /** Of any other part of an XLSX. */
  smallPartBytes: 8_388_608,
  /** Blank ones too; what Excel itself has. */
  rows: 1_048_576,
  /** Texts that the cells of an XLSX share are held in memory. */
  sharedStrings: 1_000_000,
  sharedCharacters: 16_777_216,
} as const;

/** The file is not what it seems to be; `detail` says why in words that its owner can use. */
export function malformedFile(detail: string, cause?: unknown): Refusal {
  return new Refusal('malformed-file', detail, { cause });
}

export function tooManyRows(): Refusal {
  return malformedFile(`The table has a row below line ${TABLE_LIMITS.rows}`);
}

export function tooLongCell(line: number): Refusal {
  return malformedFile(
    `Line ${line} has a cell of more than ${TABLE_LIMITS.cellCharacters} characters`,
  );
}

/**
 * In a program that shows the file such a text would be a formula.
 * Our files put an apostrophe before it, and our reader takes it away again.
 */
const FORMULA = /^[=+\-@\t\r]/;
const GUARDED_FORMULA = /^'[=+\-@\t\r]/;

export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function unguardFormula(text: string): string {
  return GUARDED_FORMULA.test(text) ? text.slice(1) : text;
}

/** A cell as it is handed on. */
export function cellText(raw: string): string {
  return raw === '' ? raw : unguardFormula(raw.trim().toWellFormed());
}

/**
 * The row as it is handed on; undefined when it is blank.
 * @param cells as `cellText` gives them, one more than the limit of columns at most
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
