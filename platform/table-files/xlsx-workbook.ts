// What a workbook's first sheet depends on: its place, the texts that its cells share, and which formats are of days.
import path from 'node:path';
import { brokenFile, cellText, malformedFile, TABLE_LIMITS } from './table-file.ts';
import { decodeEscapes, ESCAPE_CHARACTERS } from './xlsx-values.ts';
import type { XmlHandlers } from '../xml/xml-reader.ts';
import { readXml } from './xlsx-events.ts';
import type { XlsxParts } from './xlsx-parts.ts';

export type Workbook = {
  readonly sheet: string;
  /** Days are counted from 1904, as old Macs did. */
  readonly countsFrom1904: boolean;
  /** Decoded once: a small workbook may have many cells with the same long text. */
  readonly sharedStrings: readonly string[];
  /** By the number of a cell's style: how it shows a number. */
  readonly formats: readonly NumberFormat[];
};

export type NumberFormat = {
  readonly isDay: boolean;
  /** Integers get leading zeros up to this many digits. */
  readonly digits: number;
};

const PLAIN: NumberFormat = { isDay: false, digits: 1 };
/** Excel's own limit. */
const MAX_FORMAT_CHARACTERS = 255;

/** The longest valid cell if all its characters are escaped. */
const MAX_TEXT_CHARACTERS = TABLE_LIMITS.cellCharacters * ESCAPE_CHARACTERS;

/** Formats that have no definition in the file: of days, of times, and of East Asian days. */
const BUILT_IN_DAYS: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** @throws Refusal malformed-file */
export async function readWorkbook(parts: XlsxParts): Promise<Workbook> {
  const root = await readRelations(parts, '_rels/.rels', '');
  const workbook = byType(root, 'officeDocument')?.target;
  if (workbook === undefined) throw brokenFile('The archive holds no workbook');
  const folder = path.posix.dirname(workbook);
  const relations = await readRelations(
    parts,
    `${folder}/_rels/${path.posix.basename(workbook)}.rels`,
    folder,
  );
  const { firstSheetId, countsFrom1904 } = await readSheets(parts, workbook);
  const sheet = relations.find(({ id }) => id === firstSheetId)?.target;
  if (sheet === undefined) throw brokenFile('The workbook has no sheet');
  return {
    sheet,
    countsFrom1904,
    sharedStrings: await readSharedStrings(parts, byType(relations, 'sharedStrings')?.target),
    formats: await readStyles(parts, byType(relations, 'styles')?.target),
  };
}

type Relation = { readonly id: string; readonly type: string; readonly target: string };

function byType(relations: readonly Relation[], type: string): Relation | undefined {
  return relations.find((relation) => relation.type.endsWith(`/${type}`));
}

/** @param folder the base of relative targets */
async function readRelations(
  parts: XlsxParts,
  name: string,
  folder: string,
): Promise<readonly Relation[]> {
  const relations: Relation[] = [];
  await readPart(parts, name, {
    open: (element, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (element !== 'Relationship') return;
      relations.push({ id, type, target: path.posix.resolve('/', folder, target) });
    },
  });
  return relations;
}

async function readSheets(
  parts: XlsxParts,
  workbook: string,
): Promise<{ readonly firstSheetId: string | undefined; readonly countsFrom1904: boolean }> {
  let firstSheetId: string | undefined;
  let firstShownId: string | undefined;
  let countsFrom1904 = false;
  await readPart(parts, workbook, {
    open: (element, attributes) => {
      if (element === 'workbookPr')
        countsFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (element !== 'sheet') return;
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
      firstSheetId ??= id;
      if ((attributes['state'] ?? 'visible') === 'visible') firstShownId ??= id;
    },
  });
  return { firstSheetId: firstShownId ?? firstSheetId, countsFrom1904 };
}

async function readSharedStrings(
  parts: XlsxParts,
  name: string | undefined,
): Promise<readonly string[]> {
  const strings: string[] = [];
  let characters = 0;
  let text = '';
  let isText = false;
  let phonetics = 0;
  const handlers: XmlHandlers = {
    open: (element) => {
      if (element === 'si') text = '';
      if (element === 'rPh') phonetics += 1;
      isText = element === 't' && phonetics === 0;
    },
    text: (piece) => {
      if (!isText) return;
      text += piece;
      characters += piece.length;
      if (characters > TABLE_LIMITS.sharedCharacters) throw tooManyTexts();
      if (text.length > MAX_TEXT_CHARACTERS)
        throw malformedFile('A text in the workbook is longer than a cell can be');
    },
    close: (element) => {
      isText = false;
      if (element === 'rPh') phonetics -= 1;
      if (element !== 'si') return;
      strings.push(cellText(decodeEscapes(text)));
      if (strings.length > TABLE_LIMITS.sharedStrings) throw tooManyTexts();
    },
  };
  await readPart(parts, name, handlers, TABLE_LIMITS.unpackedBytes);
  return strings;
}

function tooManyTexts() {
  return malformedFile('The workbook holds too many texts: split it, or save it as CSV');
}

async function readStyles(
  parts: XlsxParts,
  name: string | undefined,
): Promise<readonly NumberFormat[]> {
  const styles: NumberFormat[] = [];
  const formats = new Map<number, NumberFormat>();
  let isOfCells = false;
  await readPart(parts, name, {
    open: (element, attributes) => {
      const format = Number(attributes['numFmtId']);
      if (element === 'numFmt') formats.set(format, formatOf(attributes['formatCode'] ?? ''));
      if (element === 'cellXfs') isOfCells = true;
      if (element === 'xf' && isOfCells) styles.push(formats.get(format) ?? builtIn(format));
    },
    close: (element) => {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

function builtIn(format: number): NumberFormat {
  const isDay = BUILT_IN_DAYS.some(([first, last]) => format >= first && format <= last);
  return isDay ? { ...PLAIN, isDay } : PLAIN;
}

function formatOf(code: string): NumberFormat {
  if (code.length > MAX_FORMAT_CHARACTERS) return PLAIN;
  return /^0+$/.test(code)
    ? { isDay: false, digits: code.length }
    : { ...PLAIN, isDay: isDayFormat(code) };
}

/** Whether a format such as `dd.mm.yyyy;@` shows a day: outside quoted texts, escapes and `[colours]`. */
function isDayFormat(code: string): boolean {
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|General/gi, ''));
}

async function readPart(
  parts: XlsxParts,
  name: string | undefined,
  handlers: XmlHandlers,
  maxBytes: number = TABLE_LIMITS.smallPartBytes,
): Promise<void> {
  const chunks = name === undefined ? undefined : await parts.open(name, maxBytes);
  if (chunks === undefined) return;
  for await (const _ of readXml(chunks, handlers));
}
