// A workbook of one sheet, written as a stream: texts stand in their cells, so that nothing has to be kept in memory.
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { guardFormula, TABLE_LIMITS } from './table-file.ts';
import type { Cell, WrittenTable } from './write-table.ts';
import { encodeText } from './xlsx-values.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Numbers of the cell styles below. */
const STYLE = { text: 1, day: 2, header: 3 } as const;
const DAY_MS = 86_400_000;
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Rows are handed on in pieces of about this size. */
const PIECE_CHARACTERS = 32_768;

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;
const ROOT_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

export function xlsxStream({ rows, sheetName, widths }: WrittenTable): Readable {
  const zip = new ZipFile();
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name);
  add('[Content_Types].xml', CONTENT_TYPES);
  add('_rels/.rels', ROOT_RELATIONS);
  add('xl/workbook.xml', workbookXml(sheetName));
  add('xl/_rels/workbook.xml.rels', WORKBOOK_RELATIONS);
  add('xl/styles.xml', STYLES);
  const output = new PassThrough();
  const sheet = Readable.from(sheetXml(rows, widths), { objectMode: false });
  // Else an archive whose rows cannot be read would never end.
  sheet.on('error', (error) => output.destroy(error));
  output.on('close', () => sheet.destroy());
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  zip.outputStream.pipe(output);
  return output;
}

function workbookXml(sheetName: string): string {
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${encodeText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

async function* sheetXml(
  rows: WrittenTable['rows'],
  widths: readonly number[],
): AsyncGenerator<string> {
  let piece = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columnsXml(widths)}<sheetData>`;
  let line = 0;
  for await (const row of rows) {
    line += 1;
    piece += rowXml(row, line);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</sheetData></worksheet>`;
}

/** Cells that are typed in later are texts too: an account number keeps its zeros. */
function columnsXml(widths: readonly number[]): string {
  if (widths.length === 0) return '';
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${STYLE.text}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols>`;
}

function rowXml(row: readonly Cell[], line: number): string {
  const cells = row.map((cell, index) =>
    cellXml(cell, `${columnName(index)}${line}`, line === 1 ? STYLE.header : STYLE.text),
  );
  return `<row r="${line}">${cells.join('')}</row>`;
}

function cellXml(cell: Cell, reference: string, textStyle: number): string {
  if (cell === '') return '';
  if (typeof cell === 'string')
    return `<c r="${reference}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${encodeText(guardFormula(cell).slice(0, TABLE_LIMITS.cellCharacters))}</t></is></c>`;
  if ('decimal' in cell) return `<c r="${reference}"><v>${cell.decimal}</v></c>`;
  const serial = (Date.parse(cell.day) - EPOCH_MS) / DAY_MS;
  return `<c r="${reference}" s="${STYLE.day}"><v>${serial}</v></c>`;
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}
