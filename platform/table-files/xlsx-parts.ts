// The parts of a workbook: a zip archive with random access and a limit on what its parts unpack to.
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { brokenFile, malformedFile } from './table-file.ts';

export type XlsxParts = {
  /**
   * Opens a part by its name, with or without a leading slash; undefined when it does not exist.
   * @param maxBytes limit of its unpacked size
   */
  readonly open: (name: string, maxBytes: number) => Promise<AsyncIterable<string> | undefined>;
};

const MAX_ENTRIES = 2_000;

/** @throws Refusal malformed-file */
export async function openXlsx(fd: number): Promise<XlsxParts> {
  const zip = await yauzl
    .fromFdPromise(fd, { lazyEntries: true, autoClose: false })
    .catch((error: unknown) => {
      throw brokenFile('The file begins like XLSX and is cut off or broken', error);
    });
  const entries = await listEntries(zip);
  return {
    open: async (name, maxBytes) => {
      const entry = entries.get(name.replace(/^\//, '').toLowerCase());
      if (entry === undefined) return undefined;
      // A part that unpacks to more than it declares fails there with an error.
      if (entry.uncompressedSize > maxBytes)
        throw malformedFile(`A part of the file unpacks to more than ${maxBytes / 1_048_576} MiB`);
      if (entry.isEncrypted())
        throw malformedFile('The file has a password', { reason: { code: 'workbook-closed' } });
      return textsOf(zip.openReadStreamPromise(entry));
    },
  };
}

/** By their names in lower case: other programs are careless about case. */
async function listEntries(zip: yauzl.ZipFile): Promise<ReadonlyMap<string, yauzl.Entry>> {
  if (zip.entryCount > MAX_ENTRIES)
    throw malformedFile('The file has too many parts for a workbook');
  const entries = new Map<string, yauzl.Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  } catch (error) {
    throw brokenFile('The file begins like XLSX and is broken', error);
  }
  return entries;
}

async function* textsOf(stream: Promise<Readable>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of (await stream) as AsyncIterable<Buffer>) {
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw brokenFile('The file begins like XLSX and is broken', error);
  }
}
