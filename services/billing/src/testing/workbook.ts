// A workbook read by other means than ours: the archive by its central directory, each part by another XML parser.
import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export type SheetCell = {
  /** Such as B7. */
  readonly at: string;
  /** The number, or the text. */
  readonly value: string;
  readonly isText: boolean;
  /** Absent of a plain value. */
  readonly formula?: string;
};

export type Sheet = { readonly name: string; readonly rows: readonly (readonly SheetCell[])[] };

type Cell = { r: string; t?: string; v?: string; f?: string; is?: { t: string | Text } };
type Text = { '#text'?: string };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => ['sheet', 'row', 'c', 'Override', 'Relationship'].includes(name),
});

/** Fails unless every part is well formed, has its checksum, and is declared. */
export function readWorkbook(file: Buffer): readonly Sheet[] {
  const parts = unzip(file);
  const xml = (name: string): unknown => {
    const text = parts.get(name)?.toString();
    assert.ok(text !== undefined, `${name} is not there`);
    assert.equal(XMLValidator.validate(text), true, name);
    return parser.parse(text);
  };
  const types = xml('[Content_Types].xml') as { Types: { Override: { PartName: string }[] } };
  for (const { PartName: name } of types.Types.Override)
    assert.ok(parts.has(name.slice(1)), `${name} is declared`);
  const { workbook } = xml('xl/workbook.xml') as {
    workbook: { sheets: { sheet: { name: string; 'r:id': string }[] } };
  };
  const { Relationships } = xml('xl/_rels/workbook.xml.rels') as {
    Relationships: { Relationship: { Id: string; Target: string }[] };
  };
  xml('xl/styles.xml');
  return workbook.sheets.sheet.map((sheet) => {
    const target = Relationships.Relationship.find(({ Id }) => Id === sheet['r:id'])?.Target;
    const { worksheet } = xml(`xl/${target}`) as {
      worksheet: { sheetData: { row?: { c?: Cell[] }[] } };
    };
    const rows = (worksheet.sheetData.row ?? []).map(({ c = [] }) => c.map(cellOf));
    return { name: sheet.name, rows };
  });
}

export function formulasOf(sheets: readonly Sheet[]): readonly string[] {
  return sheets.flatMap(({ rows }) =>
    rows.flat().flatMap(({ formula }) => (formula === undefined ? [] : [formula])),
  );
}

function cellOf({ r, t, v, f, is }: Cell): SheetCell {
  const text = typeof is?.t === 'object' ? (is.t['#text'] ?? '') : is?.t;
  return {
    at: r,
    value: text ?? v ?? '',
    isText: t === 'inlineStr',
    ...(f === undefined ? {} : { formula: f }),
  };
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;

function unzip(file: Buffer): ReadonlyMap<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  assert.equal(file.readUInt32LE(end), END);
  const parts = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(file.readUInt32LE(at), ENTRY);
    const [method, crc, packed] = [
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 16),
      file.readUInt32LE(at + 20),
    ];
    const [nameLength, extra, comment] = [28, 30, 32].map((from) => file.readUInt16LE(at + from));
    const name = file.toString('utf8', at + 46, at + 46 + nameLength!);
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(from, from + packed);
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    assert.equal(crc32(content), crc, name);
    parts.set(name, content);
    at += 46 + nameLength! + extra! + comment!;
  }
  return parts;
}
