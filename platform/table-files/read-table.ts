// Reads a table from a file, CSV or XLSX by its content and not by its name, in batches of rows and in bounded memory.
import type { FileHandle } from 'node:fs/promises';
import { readCsv, type Separator } from './csv-rows.ts';
import { malformedFile, TABLE_LIMITS, type TableRow } from './table-file.ts';
import { readXlsx } from './xlsx-rows.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** What Excel wrote before 2007, and what it wraps a workbook with a password in. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * The rows that are not blank, in the order of the file; of a workbook those of its first sheet.
 * @param separator of a CSV; without it, the one that its header tells
 * @throws Refusal malformed-file
 */
export async function* readTable(
  file: FileHandle,
  separator?: Separator,
): AsyncGenerator<readonly TableRow[]> {
  let characters = 0;
  for await (const rows of (await isZip(file)) ? readXlsx(file) : readCsv(file, separator)) {
    for (const { cells } of rows) for (const cell of cells) characters += cell.length;
    if (characters > TABLE_LIMITS.tableCharacters)
      throw malformedFile(`The table has more than ${TABLE_LIMITS.tableCharacters} characters`);
    yield rows;
  }
}

/** @throws Refusal malformed-file for a file that is empty, a workbook or another archive */
export async function assertNoWorkbook(file: FileHandle): Promise<void> {
  if (await isZip(file)) throw malformedFile('This is a workbook or an archive, and no text');
}

async function isZip(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
  if (bytesRead === 0) throw malformedFile('The file is empty');
  if (buffer.equals(COMPOUND_FILE))
    throw malformedFile('This is an XLS file or has a password: save it as XLSX without one');
  return buffer.subarray(0, ZIP.length).equals(ZIP);
}
