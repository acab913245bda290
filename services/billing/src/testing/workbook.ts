// A workbook read independently of our own reader: the archive by its central directory, each part as a tree.
import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';
import { readXmlTree, type XmlElement } from '@kvartplata/platform/xml/xml-tree.ts';

export type SheetCell = {
  /** Such as B7. */
  readonly at: string;
  /** The number, or the text. */
  readonly value: string;
  readonly isText: boolean;
  /** Undefined for a plain value. */
  readonly formula?: string;
};

export type Sheet = { readonly name: string; readonly rows: readonly (readonly SheetCell[])[] };

/** Throws unless every part is well-formed, has a valid checksum, and is declared. */
export function readWorkbook(file: Buffer): readonly Sheet[] {
  const parts = unzip(file);
  const read = (name: string): XmlElement => {
    const text = parts.get(name)?.toString();
    assert.ok(text !== undefined, `${name} is not there`);
    return readXmlTree(text);
  };
  for (const { attributes } of childrenOf(read('[Content_Types].xml'), 'Override')) {
    const { PartName: part = '' } = attributes;
    assert.ok(parts.has(part.slice(1)), `${part} is declared`);
  }
  const targets = new Map(
    childrenOf(read('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attributes['Id'],
      attributes['Target'],
    ]),
  );
  read('xl/styles.xml');
  return childrenOf(childOf(read('xl/workbook.xml'), 'sheets'), 'sheet').map(({ attributes }) => {
    const sheet = read(`xl/${targets.get(attributes['r:id'])}`);
    const rows = childrenOf(childOf(sheet, 'sheetData'), 'row');
    return {
      name: attributes['name'] ?? '',
      rows: rows.map((row) => childrenOf(row, 'c').map(cellOf)),
    };
  });
}

export function formulasOf(sheets: readonly Sheet[]): readonly string[] {
  return sheets.flatMap(({ rows }) =>
    rows.flat().flatMap(({ formula }) => (formula === undefined ? [] : [formula])),
  );
}

function cellOf(cell: XmlElement): SheetCell {
  const [value, inline, formula] = ['v', 'is', 'f'].map((name) => findChild(cell, name));
  const text = inline === undefined ? undefined : childOf(inline, 't').text;
  return {
    at: cell.attributes['r'] ?? '',
    value: text ?? value?.text ?? '',
    isText: cell.attributes['t'] === 'inlineStr',
    ...(formula === undefined ? {} : { formula: formula.text }),
  };
}

function childrenOf({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child) => child.name === name);
}

function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return childrenOf(element, name)[0];
}

function childOf(element: XmlElement, name: string): XmlElement {
  const child = findChild(element, name);
  assert.ok(child, `${element.name} has ${name}`);
  return child;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;

export function unzip(file: Buffer): ReadonlyMap<string, Buffer> {
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
