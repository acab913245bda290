// Small files, or files within the upload limit, that are built to be expensive to read.
import { workbookOf } from './table-files.ts';

const LONGEST_CELL = 32_767;
const FILE_BYTES = 52_428_800;

/** One text full of escapes, shared by a hundred thousand cells. */
export async function escapesWorkbook(): Promise<Buffer> {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(7)}</row>`;
  return workbookOf(`<sheetData>${row.repeat(15_000)}</sheetData>`, {
    'xl/sharedStrings.xml': `<sst><si><t>${'_x0020_'.repeat(LONGEST_CELL)}</t></si></sst>`,
  });
}

/** A range of merged cells whose reference is a million digits long. */
export async function mergedDigitsWorkbook(): Promise<Buffer> {
  const ref = `${'1'.repeat(1_000_000)}x`;
  return workbookOf(
    `<sheetData><row><c t="str"><v>x</v></c></row></sheetData><mergeCells><mergeCell ref="${ref}"/></mergeCells>`,
  );
}

/** A text in many pieces, repeated up to the limit for a workbook's texts. */
export async function piecesWorkbook(): Promise<Buffer> {
  return workbookOf('<sheetData><row><c t="s"><v>0</v></c></row></sheetData>', {
    'xl/sharedStrings.xml': `<sst>${`<si>${'<t>ж</t>'.repeat(20_000)}</si>`.repeat(100)}</sst>`,
  });
}

/** Empty cells: reading 15 million of them takes seconds on a fast processor. */
export async function blankCellsWorkbook(): Promise<Buffer> {
  return workbookOf(`<sheetData>${`<row>${'<c/>'.repeat(16_000)}</row>`.repeat(950)}</sheetData>`);
}

/** Fifty million cells in one row. */
export function separators(): Buffer {
  return Buffer.alloc(FILE_BYTES, ';');
}

/** Twenty-six million blank rows. */
export function blankRows(): Buffer {
  return Buffer.alloc(FILE_BYTES, ';\n');
}
