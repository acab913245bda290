// The manifest of an archive of closed months: which rows are in which file, and the state of the chains of its houses.
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createZstdDecompress } from 'node:zlib';
import { readManifestOf } from '../platform/read-manifest.ts';

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
  return readManifestOf<Manifest>(
    { name: 'archive', isOf: ({ months }) => Array.isArray(months) },
    folder,
  );
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
