// The manifest of an archive of closed months: which rows are in which file, and the state of the chains of its houses.
import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createZstdDecompress } from 'node:zlib';

export const MANIFEST = 'manifest.json';

export const FILES = ['charges', 'charge_templates', 'ledger_entries', 'ledger_links'] as const;
export type FileName = (typeof FILES)[number];

export type ArchivedFile = {
  /** Relative to the archive's folder: COPY's text format, compressed with zstd. */
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly sha256: string;
  /** Of the uncompressed rows. */
  readonly sha256OfRows: string;
};

/** The last link of a house that has entries in the month. */
export type Head = {
  readonly organizationId: string;
  readonly houseId: string;
  readonly number: string;
  readonly hash: string;
};

export type ArchivedMonth = {
  /** `YYYY-MM` */
  readonly month: string;
  readonly files: Readonly<Record<FileName, ArchivedFile>>;
  readonly heads: readonly Head[];
};

export type Manifest = {
  readonly format: 1;
  readonly writtenAt: string;
  /** In order. */
  readonly months: readonly ArchivedMonth[];
};

/** @throws when the folder has no complete archive, or one of another format */
export function readManifest(folder: string): Manifest {
  let manifest: Partial<Manifest> | null;
  try {
    manifest = JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8')) as typeof manifest;
  } catch (error) {
    throw new Error(`${folder} holds no archive that is whole: ${(error as Error).message}`, {
      cause: error,
    });
  }
  // A backup has a manifest of the same name.
  if (!Array.isArray(manifest?.months))
    throw new Error(`${folder} holds no archive: its ${MANIFEST} is of something else`);
  if (manifest.format !== 1)
    throw new Error(`the archive in ${folder} is of another format than this program knows`);
  return manifest as Manifest;
}

/** The rows of a file, by column; none of them has a character that COPY would escape. */
export async function* readRows(
  folder: string,
  { file, columns }: ArchivedFile,
): AsyncGenerator<Readonly<Record<string, string>>> {
  const lines = createInterface({
    input: createReadStream(path.join(folder, file)).pipe(createZstdDecompress()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    const values = line.split('\t');
    yield Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
  }
}
