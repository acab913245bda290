// Reads a table from a file, CSV or XLSX (decided by content, not by name), in batches of rows and in bounded memory.
import { readCsv, type Separator } from './csv-rows.ts';
import { malformedFile, TABLE_LIMITS, type TableRow } from './table-file.ts';
import { bytesAt } from './stored-file.ts';
import { readXlsx, type SheetReading } from './xlsx-rows.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** The format of Excel before 2007, and of workbooks with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * The rows that are not blank, in the order of the file; of a workbook those of its first sheet.
 * @param separator of a CSV; by default detected from its header
 * @param reading of a workbook
 * @throws Refusal malformed-file
 */
export async function* readTable(
  fd: number,
  separator?: Separator,
  reading: SheetReading = {},
): AsyncGenerator<readonly TableRow[]> {
  let characters = 0;
  for await (const rows of isWorkbook(fd) ? readXlsx(fd, reading) : readCsv(fd, separator)) {
    for (const { cells } of rows) for (const cell of cells) characters += cell.length;
    if (characters > TABLE_LIMITS.tableCharacters)
      throw malformedFile(`The table has more than ${TABLE_LIMITS.tableCharacters} characters`);
    yield rows;
  }
}

/** @throws Refusal malformed-file for a file that is empty, a workbook or another archive */
export function assertNoWorkbook(fd: number): void {
  if (isWorkbook(fd)) throw malformedFile('This is a workbook or an archive, and no text');
}

/** @throws Refusal malformed-file for an empty file, and for a workbook that cannot be read */
export function isWorkbook(fd: number): boolean {
  const head = bytesAt(fd, 0, COMPOUND_FILE.length);
  if (head.length === 0) throw malformedFile('The file is empty', { reason: { code: 'no-rows' } });
  if (head.equals(COMPOUND_FILE))
    throw malformedFile('This is an XLS file or has a password: save it as XLSX without one', {
      reason: { code: 'workbook-closed' },
    });
  return head.subarray(0, ZIP.length).equals(ZIP);
}
