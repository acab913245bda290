// The manifest of a backup: which rows of which tables are in which file, and the checksums.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { readManifestOf } from '../platform/read-manifest.ts';
import type { ServiceName } from '../platform/service-environment.ts';

export type SavedTable = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Relative to the backup's folder: COPY's text format, compressed with zstd. */
  readonly file: string;
  readonly sha256: string;
};

export type SavedDatabase = {
  /** The last migration that had run. */
  readonly migration: string;
  /** Each table before those that refer to it. */
  readonly tables: readonly SavedTable[];
  readonly sequences: readonly SavedSequence[];
  /** The first days of the months that have partitions. */
  readonly months: readonly string[];
  /** Background jobs that had not ended. */
  readonly jobs: readonly SavedJob[];
};

export type SavedSequence = {
  readonly sequence: string;
  readonly next: string;
  /** The number of the worker that used it, in a distributed database: each worker has a range of its own. */
  readonly node?: number;
};

export type SavedJob = {
  readonly queue: string;
  /** Null in backups from before organizations took turns. */
  readonly organizationId?: number | null;
  readonly reference: number;
};

export type Manifest = {
  readonly format: 1;
  readonly takenAt: string;
  /** The last head of the log of seals, a signed note: the restored log, and any later one, has to continue from it. */
  readonly checkpoint: string | null;
  readonly databases: Readonly<Record<ServiceName, SavedDatabase>>;
};

/** @throws an Error when there is none, or one of another format */
export function readManifest(folder: string): Manifest {
  return readManifestOf<Manifest>(
    { name: 'backup', isOf: ({ databases }) => databases !== undefined },
    folder,
  );
}

/** @throws an Error that names the first file that has changed */
export async function checkSums(
  folder: string,
  databases: readonly SavedDatabase[],
): Promise<void> {
  for (const { file, sha256 } of databases.flatMap((database) => database.tables)) {
    const hash = createHash('sha256');
    for await (const piece of createReadStream(path.join(folder, file)))
      hash.update(piece as Buffer);
    if (hash.digest('hex') !== sha256) throw new Error(`${file} is not what was saved`);
  }
}
