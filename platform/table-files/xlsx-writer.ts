// Writes a workbook as a stream: texts are stored in their cells, so that nothing has to be kept in memory.
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { guardFormula, TABLE_LIMITS } from './table-file.ts';
import type { Cell, WrittenTable } from './written-table.ts';
import { encodeText } from './xlsx-values.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Numbers of the cell styles below. */
const STYLE = { text: 1, day: 2, header: 3, money: 4, total: 5 } as const;
const DAY_MS = 86_400_000;
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Rows are passed on in pieces of about this size. */
const PIECE_CHARACTERS = 32_768;

const ROOT_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="4" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

export function xlsxStream(tables: readonly WrittenTable[]): Readable {
  const zip = new ZipFile();
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name);
  add('[Content_Types].xml', contentTypesXml(tables));
  add('_rels/.rels', ROOT_RELATIONS);
  add('xl/workbook.xml', workbookXml(tables));
  add('xl/_rels/workbook.xml.rels', relationsXml(tables));
  add('xl/styles.xml', STYLES);
  const output = new PassThrough();
  for (const [index, { rows, widths }] of tables.entries()) {
    const sheet = Readable.from(sheetXml(rows, widths), { objectMode: false });
    // Otherwise an archive whose rows cannot be read would never end.
    sheet.on('error', (error) => output.destroy(error));
    output.on('close', () => sheet.destroy());
    zip.addReadStream(sheet, `xl/worksheets/sheet${index + 1}.xml`);
  }
  zip.end();
  zip.outputStream.pipe(output);
  return output;
}

function contentTypesXml(tables: readonly WrittenTable[]): string {
  const sheets = tables.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${sheets.join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;
}

/** The program that opens it recalculates the formulas. */
function workbookXml(tables: readonly WrittenTable[]): string {
  const sheets = tables.map(
    ({ sheetName }, index) =>
      `<sheet name="${encodeText(sheetName)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets><calcPr fullCalcOnLoad="1"/></workbook>`;
}

function relationsXml(tables: readonly WrittenTable[]): string {
  const sheets = tables.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}<Relationship Id="rId${tables.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;
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

/** Cells that are filled in later are texts too: an account number keeps its zeros. */
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
  if (typeof cell === 'string') return textXml(cell, reference, textStyle);
  if ('heading' in cell) return textXml(cell.heading, reference, STYLE.header);
  if ('formula' in cell)
    return `<c r="${reference}" s="${STYLE.total}"><f>${encodeText(cell.formula)}</f><v>${cell.money}</v></c>`;
  if ('money' in cell) return `<c r="${reference}" s="${STYLE.money}"><v>${cell.money}</v></c>`;
  if ('decimal' in cell) return `<c r="${reference}"><v>${cell.decimal}</v></c>`;
  const serial = (Date.parse(cell.day) - EPOCH_MS) / DAY_MS;
  return `<c r="${reference}" s="${STYLE.day}"><v>${serial}</v></c>`;
}

function textXml(text: string, reference: string, style: number): string {
  const shown = guardFormula(text).slice(0, TABLE_LIMITS.cellCharacters);
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${encodeText(shown)}</t></is></c>`;
}

/** A, B, …, Z, AA, … of the columns 0, 1, … */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}
