// How long files of receipts are kept: some days, and no more of an organization than so many bytes.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue, SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Db } from '../../tables.ts';
import { listKeepers, listKept, removeFile } from './receipt-files.repository.ts';

const KEPT_DAYS = 7;
/** Of an organization: the newest ones stay, and the newest one in any case. */
export const MOST_KEPT_BYTES = 1_000_000_000;

const DAY_MS = 86_400_000;

export const RECEIPT_FILE_SWEEP: SoloQueue = {
  name: 'receipt-file-sweep',
  retries: 5,
  firstRetrySeconds: 30,
  maxRetrySeconds: 3600,
};
const EVERY_HOUR = '17 * * * *';
const TIME_ZONE = 'Europe/Moscow';

export type Sweep = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly now: () => Date;
};

/** Removes old files every hour, once for all replicas. */
export async function sweepFiles({ db, queue, now }: Sweep): Promise<void> {
  await queue.workSolo(RECEIPT_FILE_SWEEP.name, async () => {
    for (const organizationId of await listKeepers(db)) await removeOld(db, organizationId, now());
  });
  await queue.schedule(RECEIPT_FILE_SWEEP.name, EVERY_HOUR, TIME_ZONE);
}

export function keptUntil(finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + KEPT_DAYS * DAY_MS);
}

/** Removes what is too old, and what newer files leave no room for. */
export async function removeOld(
  db: Db,
  organizationId: number,
  now: Date,
  mostBytes = MOST_KEPT_BYTES,
): Promise<void> {
  let kept = 0;
  for (const { id, byteCount, finishedAt } of await listKept(db, organizationId)) {
    const isFirst = kept === 0;
    kept += byteCount;
    if (keptUntil(finishedAt) > now && (isFirst || kept <= mostBytes)) continue;
    await inTransaction(db, async (trx) => removeFile(trx, { organizationId, id }));
  }
}
