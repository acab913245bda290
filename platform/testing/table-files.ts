// Files for tests of tables: on disk and without a name, as uploads are; and zip archives with given parts.
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text as textOf } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { readTable } from '../table-files/read-table.ts';
import type { TableRow } from '../table-files/table-file.ts';

export async function withFile<T>(
  content: string | Buffer,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const place = path.join(tmpdir(), `test-${randomUUID()}`);
  const file = await open(place, 'wx+');
  try {
    await unlink(place);
    await file.write(Buffer.from(content), 0);
    return await work(file);
  } finally {
    await file.close();
  }
}

/** All rows of the file. */
export async function rowsOf(content: string | Buffer): Promise<readonly TableRow[]> {
  return withFile(content, async (file) => (await Array.fromAsync(readTable(file.fd))).flat());
}

/** Encodes a text as windows-1251: besides ASCII only Russian letters, № and punctuation. */
export function cp1251(text: string): Buffer {
  return encoded(text, (letter) => 0xc0 + letter, {
    Ё: 0xa8,
    ё: 0xb8,
    '№': 0xb9,
    '«': 0xab,
    '»': 0xbb,
    '–': 0x96,
    '—': 0x97,
  });
}

/** Encodes a text as IBM 866: besides ASCII only Russian letters and №. */
export function cp866(text: string): Buffer {
  return encoded(text, (letter) => (letter < 0x30 ? 0x80 : 0xb0) + letter, {
    Ё: 0xf0,
    ё: 0xf1,
    '№': 0xfc,
  });
}

/** @param byteOf the byte of a letter, counted from А */
function encoded(
  text: string,
  byteOf: (letter: number) => number,
  others: Readonly<Record<string, number>>,
): Buffer {
  return Buffer.from(
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 128) return code;
      const other = others[character];
      if (other !== undefined) return other;
      if (!/[А-яЁё]/.test(character)) throw new RangeError(`the encoding has no ${character}`);
      return byteOf(code - 0x410);
    }),
  );
}

export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** The parts of an archive as texts, by name. */
export async function zipText(archive: Readable): Promise<ReadonlyMap<string, string>> {
  const zip = await yauzl.fromBufferPromise(await buffer(archive), { lazyEntries: true });
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await textOf(await zip.openReadStreamPromise(entry)));
  return parts;
}

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook whose first sheet is this XML; `more` adds or replaces parts. */
export async function workbookOf(
  sheet: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  return zipOf({
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${RELATION}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      '<workbook xmlns:r="x"><sheets><sheet name="1" r:id="s1"/><sheet name="2" r:id="s2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="s1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="t" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="f" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
    ...more,
  });
}
