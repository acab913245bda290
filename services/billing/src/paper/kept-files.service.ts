// How long files that jobs have made are kept: some days, and no more of a kind and an organization than so many bytes.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue, SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Db, Trx } from '../tables.ts';

const KEPT_DAYS = 7;
/** Of an organization: the newest ones stay, and the newest one in any case. */
export const MOST_KEPT_BYTES = 1_000_000_000;

const DAY_MS = 86_400_000;

export const FILE_SWEEP: SoloQueue = {
  name: 'file-sweep',
  retries: 5,
  firstRetrySeconds: 30,
  maxRetrySeconds: 3600,
};
const EVERY_HOUR = '17 * * * *';
const TIME_ZONE = 'Europe/Moscow';

export type KeptFile = {
  readonly id: number;
  readonly byteCount: number;
  readonly finishedAt: Date;
};

/** Where files of a kind are kept. */
export type FileKind = {
  /** The organizations with a file that is kept. */
  readonly listKeepers: (db: Db) => Promise<readonly number[]>;
  /** Newest first. */
  readonly listKept: (db: Db, organizationId: number) => Promise<readonly KeptFile[]>;
  readonly removeFile: (
    trx: Trx,
    file: { readonly organizationId: number; readonly id: number },
  ) => Promise<void>;
};

export type Sweep = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly now: () => Date;
  readonly kinds: readonly FileKind[];
};

/** Removes old files every hour, once for all replicas. */
export async function sweepFiles({ db, queue, now, kinds }: Sweep): Promise<void> {
  await queue.workSolo(FILE_SWEEP.name, async () => {
    for (const kind of kinds)
      for (const organizationId of await kind.listKeepers(db))
        await removeOld(db, kind, organizationId, now());
  });
  await queue.schedule(FILE_SWEEP.name, EVERY_HOUR, TIME_ZONE);
}

/** What is told of a job's file; null while there is none. */
export function toldFile({
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

/** Removes what is too old, and what newer files leave no room for. */
export async function removeOld(
  db: Db,
  kind: FileKind,
  organizationId: number,
  now: Date,
  mostBytes = MOST_KEPT_BYTES,
): Promise<void> {
  let kept = 0;
  for (const { id, byteCount, finishedAt } of await kind.listKept(db, organizationId)) {
    const isFirst = kept === 0;
    kept += byteCount;
    if (keptUntil(finishedAt) > now && (isFirst || kept <= mostBytes)) continue;
    await inTransaction(db, async (trx) => kind.removeFile(trx, { organizationId, id }));
  }
}
