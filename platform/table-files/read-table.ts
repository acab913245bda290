// Reads a table from a file, CSV or XLSX (decided by content, not by name), in batches of rows and in bounded memory.
import { readCsv, type Separator } from './csv-rows.ts';
import { malformedFile, TABLE_LIMITS, type TableRow } from './table-file.ts';
import { bytesAt } from './stored-file.ts';
import { readXlsx } from './xlsx-rows.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** The format of Excel before 2007, and of workbooks with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * The rows that are not blank, in the order of the file; of a workbook those of its first sheet.
 * @param separator of a CSV; by default detected from its header
 * @param formulas a cell with a formula gives its value; with `marked` it is preceded by `=`, as in a CSV
 * @throws Refusal malformed-file
 */
export async function* readTable(
  fd: number,
  separator?: Separator,
  formulas: 'shown' | 'marked' = 'shown',
): AsyncGenerator<readonly TableRow[]> {
  let characters = 0;
  for await (const rows of isZip(fd) ? readXlsx(fd, formulas) : readCsv(fd, separator)) {
    for (const { cells } of rows) for (const cell of cells) characters += cell.length;
    if (characters > TABLE_LIMITS.tableCharacters)
      throw malformedFile(`The table has more than ${TABLE_LIMITS.tableCharacters} characters`);
    yield rows;
  }
}

/** @throws Refusal malformed-file for a file that is empty, a workbook or another archive */
export function assertNoWorkbook(fd: number): void {
  if (isZip(fd)) throw malformedFile('This is a workbook or an archive, and no text');
}

function isZip(fd: number): boolean {
  const head = bytesAt(fd, 0, COMPOUND_FILE.length);
  if (head.length === 0) throw malformedFile('The file is empty');
  if (head.equals(COMPOUND_FILE))
    throw malformedFile('This is an XLS file or has a password: save it as XLSX without one');
  return head.subarray(0, ZIP.length).equals(ZIP);
}
