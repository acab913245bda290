// Files made by jobs: stored in pieces as they are drawn, served, and removed after some days or when an organization exceeds its
// quota of bytes for a kind of file.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue, SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { writeAttempt } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import type { JobAttempt, JobTable, OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { JobOverError } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Db, Trx } from '../tables.ts';
import {
  deletePieces,
  findPiece,
  hasPieces,
  insertPiece,
  listKeepers,
  listKept,
  removeFile,
} from './kept-files.repository.ts';
import { keepInPieces, piecesInTurn, type KeptFiles } from './kept-pieces.ts';

const KEPT_DAYS = 7;
/** Per organization: the newest files stay, and the very newest one regardless of its size. */
export const MOST_KEPT_BYTES = 1_000_000_000;

const DAY_MS = 86_400_000;

export const FILE_SWEEP: SoloQueue = {
  name: 'file-sweep',
  retries: 5,
  firstRetrySeconds: 30,
  maxRetrySeconds: 3600,
};
const EVERY_HOUR = '17 * * * *';

export type Sweep = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly now: () => Date;
  readonly kinds: readonly KeptFiles[];
};

/** Removes old files every hour, once for all replicas. */
export async function sweepFiles({ db, queue, now, kinds }: Sweep): Promise<void> {
  await queue.workSolo(FILE_SWEEP.name, async () => {
    for (const kind of kinds)
      for (const organizationId of await listKeepers(db, kind))
        await removeOld(db, kind, organizationId, now());
  });
  await queue.schedule(FILE_SWEEP.name, EVERY_HOUR);
}

/**
 * Stores what is drawn, each piece in one transaction with the progress of its attempt.
 * @param mostBytes the largest size of the file
 * @returns the number of bytes
 * @throws JobOverError when the job has ended or been restarted, FileTooLargeError
 */
export async function keepFile<Row>(
  db: Db,
  files: JobTable<Row> & KeptFiles,
  attempt: JobAttempt,
  content: AsyncIterable<Uint8Array>,
  {
    progress,
    mostBytes,
  }: {
    readonly progress: Partial<NoInfer<Row>>;
    readonly mostBytes: number | undefined;
  },
): Promise<number> {
  return keepInPieces(content, mostBytes, async (number, piece) =>
    inTransaction(db, async (trx) => {
      if (!(await writeAttempt(trx, files, attempt, progress))) throw new JobOverError();
      await insertPiece(trx, files, attempt, number, piece);
    }),
  );
}

/** Whether the file, or a part of it, is stored; false also for a caller who may not read it. */
export async function hasContent(db: Db, files: KeptFiles, own: OwnJob): Promise<boolean> {
  return hasPieces(db, files, own);
}

/** @throws Error when the file is removed during the download, which breaks off the response */
export function contentOf(
  db: Db,
  files: KeptFiles,
  own: OwnJob,
  bytes: number,
): AsyncIterable<Uint8Array> {
  return piecesInTurn(bytes, async (number) => findPiece(db, files, own, number));
}

/** Deletes the stored pieces of a file that will not be completed. */
export async function dropFile(trx: Trx, files: KeptFiles, own: OwnJob): Promise<void> {
  await deletePieces(trx, files, own);
}

/** A job's file as the API describes it; null while there is none. */
export function describeFile({
  fileName: name,
  byteCount: bytes,
  finishedAt,
  removedAt,
}: {
  readonly fileName: string;
  readonly byteCount: number | null;
  readonly finishedAt: Date | null;
  readonly removedAt: Date | null;
}): { readonly name: string; readonly bytes: number; readonly keptUntil: string } | null {
  if (bytes === null || finishedAt === null || removedAt !== null) return null;
  return { name, bytes, keptUntil: keptUntil(finishedAt).toISOString() };
}

function keptUntil(finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + KEPT_DAYS * DAY_MS);
}

/** Removes files that are too old, and those that exceed the quota. */
export async function removeOld(
  db: Db,
  kind: KeptFiles,
  organizationId: number,
  now: Date,
  mostBytes = MOST_KEPT_BYTES,
): Promise<void> {
  let kept = 0;
  for (const { id, byteCount, finishedAt } of await listKept(db, kind, organizationId)) {
    const isFirst = kept === 0;
    kept += byteCount;
    if (keptUntil(finishedAt) > now && (isFirst || kept <= mostBytes)) continue;
    await inTransaction(db, async (trx) => removeFile(trx, kind, { organizationId, id }));
  }
}
