// Small files, or files of a size that may be sent, that are made to cost whoever reads them.
import { workbookOf } from './table-files.ts';

const LONGEST_CELL = 32_767;
const FILE_BYTES = 52_428_800;

/** One text of escapes, shared by a hundred thousand cells. */
export async function escapesWorkbook(): Promise<Buffer> {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(7)}</row>`;
  return workbookOf(`<sheetData>${row.repeat(15_000)}</sheetData>`, {
    'xl/sharedStrings.xml': `<sst><si><t>${'_x0020_'.repeat(LONGEST_CELL)}</t></si></sst>`,
  });
}

/** A range of merged cells that is a million digits long. */
export async function mergedDigitsWorkbook(): Promise<Buffer> {
  const ref = `${'1'.repeat(1_000_000)}x`;
  return workbookOf(
    `<sheetData><row><c t="str"><v>x</v></c></row></sheetData><mergeCells><mergeCell ref="${ref}"/></mergeCells>`,
  );
}

/** A text in many pieces, as many times as the texts of a workbook may make up. */
export async function piecesWorkbook(): Promise<Buffer> {
  return workbookOf('<sheetData><row><c t="s"><v>0</v></c></row></sheetData>', {
    'xl/sharedStrings.xml': `<sst>${`<si>${'<t>ж</t>'.repeat(20_000)}</si>`.repeat(100)}</sst>`,
  });
}

/** Cells that hold nothing: reading 15 million of them takes seconds of a fast processor. */
export async function blankCellsWorkbook(): Promise<Buffer> {
  return workbookOf(`<sheetData>${`<row>${'<c/>'.repeat(16_000)}</row>`.repeat(950)}</sheetData>`);
}

/** Fifty million cells of one row. */
export function separators(): Buffer {
  return Buffer.alloc(FILE_BYTES, ';');
}

/** Twenty-six million blank rows. */
export function blankRows(): Buffer {
  return Buffer.alloc(FILE_BYTES, ';\n');
}
