// Writes a zip archive as a stream, one file after another, so that no file has to be kept in memory.
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = {
  /** As shown to people; any script is allowed. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
};

/** Most files are compressed already and gain nothing from a higher level. */
const LEVEL = 1;

/** @param madeAt the modification time of every file */
export function zipStream(entries: AsyncIterable<ZipEntry>, madeAt: Date): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const pack = async (): Promise<void> => {
    for await (const { name, content } of entries) {
      const file = Readable.from(content, { objectMode: false });
      const stop = (): void => void file.destroy();
      output.once('close', stop);
      zip.addReadStream(file, name, { mtime: madeAt, compressionLevel: LEVEL });
      await finished(file);
      output.off('close', stop);
    }
    zip.end();
  };
  zip.outputStream.pipe(output);
  pack().catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('not packed', { cause: error })),
  );
  return output;
}

const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/gu;
const MOST_LETTERS = 120;

/** Makes file names that are valid on every system and unique: a name that is already taken gets a number. */
export function createFileNames(ending: string): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const stem = text
      .replaceAll(NOT_IN_NAMES, '-')
      .trim()
      .slice(0, MOST_LETTERS)
      .replace(/[. ]+$/, '');
    let name = `${stem}.${ending}`;
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) name = `${stem} (${nth}).${ending}`;
    taken.add(name.toLowerCase());
    return name;
  };
}
