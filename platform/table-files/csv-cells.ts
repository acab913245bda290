// Splits the text of a CSV file into rows of cells, in one pass and without holding more than a row.
import { malformedFile, TABLE_LIMITS, tooManyRows } from './table-file.ts';

export type CsvRow = {
  /** Its first line, from 1. */
  readonly line: number;
  /** At most one cell more than the limit of columns; the others are left out. */
  readonly cells: readonly string[];
};

/**
 * The rows of the concatenated texts, those of each text as soon as it was read. A quoted cell may contain separators, line
 * breaks, and doubled quotation marks; a quotation mark that does not enclose its whole cell is an ordinary character.
 * @throws Refusal malformed-file
 */
export function* csvRows(texts: Iterable<string>, separator: string): Generator<readonly CsvRow[]> {
  let [line, rest] = [1, ''];
  for (const { text, isLast } of markingLast(texts)) {
    const rows: CsvRow[] = [];
    const whole = rest + text;
    let at = 0;
    for (;;) {
      const row = scanRow(whole, at, { line, separator, isLast });
      if (row === undefined) break;
      if (line > TABLE_LIMITS.rows) throw tooManyRows();
      rows.push({ line, cells: row.cells });
      line += row.lines;
      at = row.end;
    }
    rest = whole.slice(at);
    yield rows;
    if (rest.length > TABLE_LIMITS.rowCharacters)
      throw malformedFile(
        `A row near line ${line} is longer than ${TABLE_LIMITS.rowCharacters} characters: is a quotation mark not closed?`,
        { reason: { code: 'quote-not-closed', params: { line } } },
      );
  }
}

type Reading = {
  /** Of the row's beginning. */
  readonly line: number;
  readonly separator: string;
  readonly isLast: boolean;
};
type Scanned = { readonly cells: readonly string[]; readonly end: number; readonly lines: number };
type ScannedCell = { readonly cell: string; readonly end: number };

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const LINE_BREAKS = /\r\n|\n|\r/g;

/** Undefined when the text ends before the row does. */
function scanRow(text: string, start: number, reading: Reading): Scanned | undefined {
  if (start >= text.length) return undefined;
  const cells: string[] = [];
  let lines = 1;
  for (let at = start; ;) {
    const scanned = scanCell(text, at, reading, reading.line + lines - 1);
    if (scanned === undefined) return undefined;
    const { cell, end } = scanned;
    if (text[at] === '"') lines += cell.match(LINE_BREAKS)?.length ?? 0;
    if (cells.length <= TABLE_LIMITS.columns) cells.push(cell);
    if (text[end] === reading.separator) {
      at = end + 1;
      continue;
    }
    // It is not known yet whether a line feed follows.
    if (text[end] === '\r' && end + 1 === text.length && !reading.isLast) return undefined;
    return { cells, lines, end: end + (text.startsWith('\r\n', end) ? 2 : 1) };
  }
}

/** @param line in which it begins */
function scanCell(
  text: string,
  start: number,
  reading: Reading,
  line: number,
): ScannedCell | undefined {
  if (text[start] !== '"') return plainCell(text, start, reading);
  for (let mark = text.indexOf('"', start + 1); mark >= 0; mark = text.indexOf('"', mark + 2)) {
    if (text[mark + 1] === '"') continue;
    const end = behindBlanks(text, mark + 1);
    const next = text[end];
    if (next === undefined && !reading.isLast) return undefined;
    return next === undefined || next === reading.separator || next === '\n' || next === '\r'
      ? { cell: text.slice(start + 1, mark).replaceAll('""', '"'), end }
      : // A name that was cut off has only its first mark: read on to another one, it would take in the rows between.
        plainCell(text, start, reading);
  }
  if (reading.isLast)
    throw malformedFile(`A quotation mark is opened in line ${line} and never closed`, {
      reason: { code: 'quote-not-closed', params: { line } },
    });
  return undefined;
}

function behindBlanks(text: string, start: number): number {
  let end = start;
  while (text[end] === ' ') end += 1;
  return end;
}

function plainCell(
  text: string,
  start: number,
  { separator, isLast }: Reading,
): ScannedCell | undefined {
  const separatorCode = separator.charCodeAt(0);
  for (let end = start; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === separatorCode || code === LINE_FEED || code === CARRIAGE_RETURN)
      return { cell: text.slice(start, end), end };
  }
  return isLast ? { cell: text.slice(start), end: text.length } : undefined;
}

function* markingLast(
  texts: Iterable<string>,
): Generator<{ readonly text: string; readonly isLast: boolean }> {
  for (const text of texts) yield { text, isLast: false };
  yield { text: '', isLast: true };
}
