// Runs an import: judges all rows and stores them in one transaction with the end of the import, so that a process which
// dies leaves nothing behind and the next one does it anew. Progress is written beside that transaction.
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { toRefusal } from '@kvartplata/platform/http/problem-document.ts';
import type { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import type { BooksClient } from '../../access/books-client.ts';
import { findAppliedMonths } from '../../access/applied-months/applied-months.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { houseWorker } from './house-rows.service.ts';
import type { ImportWorker } from './import-worker.ts';
import * as repository from './imports.repository.ts';
import type { ImportRow } from './imports.repository.ts';
import type { HouseMonths, ImportKind } from './imports.table.ts';
import { meterWorker } from './meter-rows.service.ts';
import { readingWorker } from './reading-rows.service.ts';
import { IMPORT_QUEUE } from './imports.service.ts';
import * as working from './working-rows.repository.ts';

const WORKERS: Readonly<Record<ImportKind, ImportWorker>> = {
  houses: houseWorker,
  readings: readingWorker,
  meters: meterWorker,
};
/** How long an import, and what it refused, can be looked at. */
const KEPT_DAYS = 30;
/** Billing answers about one house at a time, while the import holds what it has stored. */
const MOST_HOUSES_ASKED = 200;

export type ImportWork = {
  /** Sees everything: what an import may touch follows from its row, which its caller was allowed to make. */
  readonly db: Db;
  readonly queue: JobQueue;
  readonly books: BooksClient;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** Somebody has cancelled the import, or another process has done it, while it was at work here. */
class NoLongerRunning extends Error {
  override readonly name = 'NoLongerRunning';
}

/** Starts taking imports from the queue. */
export async function workImports(work: ImportWork): Promise<void> {
  const { db, queue, log } = work;
  await sweep(db);
  await queue.work(IMPORT_QUEUE, async (importId, signal) => {
    try {
      await runImport(work, importId, signal);
      await sweep(db);
    } catch (error) {
      if (error instanceof NoLongerRunning) return;
      const refusal = toRefusal(error);
      if (signal.aborted) {
        await handBack(work, importId);
      } else if (refusal.status === 503) {
        log.warn({ err: error, importId }, 'an import will be tried again');
        await repository.requeueImport(db, importId, refusal.message);
        throw error;
      } else {
        log.error({ err: error, importId }, 'an import failed');
        await fail(db, importId, reasonOf(refusal));
      }
    }
  });
  await queue.giveUp(IMPORT_QUEUE, async (importId) =>
    fail(db, importId, 'The work was interrupted too often'),
  );
}

async function runImport(work: ImportWork, importId: number, signal: AbortSignal): Promise<void> {
  const { db } = work;
  const row = await repository.startImport(db, importId);
  if (row === undefined) return;
  await oncePerConflict(async () =>
    inTransaction(db, async (trx) => {
      await working.lockImports(trx, row.organizationId);
      if (!(await repository.isRunning(trx, importId))) throw new NoLongerRunning();
      await working.createRefused(trx);
      const counts = await judgeAndStore(trx, work, row, signal);
      const refused = await working.keepRefused(trx, {
        importId,
        organizationId: row.organizationId,
      });
      const isNothing = refused > 0 && !row.dryRun;
      const outcome = isNothing
        ? NOTHING
        : { ...counts, appliedMonths: await askBooks(trx, work, row) };
      await end(trx, row, { refused, ...outcome });
    }),
  );
}

/** Who changed the same things at the same moment is judged by at the second try. */
async function oncePerConflict(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (toRefusal(error).status !== 409) throw error;
    await run();
  }
}

type Outcome = working.ChangeCounts & { readonly appliedMonths: readonly HouseMonths[] | null };

const NOTHING: Outcome = { changed: 0, unchanged: 0, appliedMonths: [] };

/** Which booked months the changes come too late for; null when billing cannot be asked, or about too many houses. */
async function askBooks(
  trx: Trx,
  { books }: ImportWork,
  row: ImportRow,
): Promise<readonly HouseMonths[] | null> {
  const touched = await WORKERS[row.kind].listTouched(trx, row, MOST_HOUSES_ASKED + 1);
  if (touched.length > MOST_HOUSES_ASKED) return null;
  const found: HouseMonths[] = [];
  for (const { houseId, ...days } of touched) {
    const months = await findAppliedMonths(books, houseId, days, row.requestId);
    if (months === null) return null;
    if (months.length > 0) found.push({ houseId, months });
  }
  return found;
}

/** Nothing stays stored when a row is refused, or of a dry run. */
async function judgeAndStore(
  trx: Trx,
  { db, now }: ImportWork,
  row: ImportRow,
  signal: AbortSignal,
): Promise<working.ChangeCounts> {
  const worker = WORKERS[row.kind];
  const given = {
    row,
    today: now().toTemporalInstant().toZonedDateTimeISO('UTC').toPlainDate(),
    onProgress: async (rows: number) => {
      signal.throwIfAborted();
      if (!(await repository.updateProgress(db, row.id, Math.min(rows, row.totalRows))))
        throw new NoLongerRunning();
    },
  };
  await worker.judge(trx, given);
  const isRefused = row.refused > 0 || (await working.hasRefused(trx));
  const stays = !isRefused && !row.dryRun;
  if (stays || worker.judgesByStoring) {
    await working.markEffect(trx);
    const reasons = await worker.store(trx, given);
    if (!stays || reasons.length > 0) await working.undoEffect(trx);
    if (reasons.length > 0) await working.insertRefused(trx, reasons);
  }
  return working.countChanges(trx);
}

async function end(
  trx: Trx,
  row: ImportRow,
  outcome: Outcome & { readonly refused: number },
): Promise<void> {
  const isStored = outcome.refused === 0 && !row.dryRun;
  const isFailed = outcome.refused > 0 && !row.dryRun;
  const ended = await repository.finishImport(trx, row.id, {
    ...outcome,
    status: isFailed ? 'FAILED' : 'COMPLETED',
    error: isFailed
      ? `${outcome.refused} of ${row.totalRows} rows are refused: nothing was stored`
      : null,
  });
  if (!ended) throw new NoLongerRunning();
  await repository.deletePieces(trx, row.id);
  if (isStored) await auditImport(trx, row, outcome);
}

async function auditImport(
  trx: Trx,
  row: ImportRow,
  { changed, unchanged }: working.ChangeCounts,
): Promise<void> {
  await recordChange(
    trx,
    { userId: row.requestedBy, requestId: row.requestId },
    {
      action: 'import.completed',
      object: { type: 'import', id: row.id },
      organizationId: row.organizationId,
      after: {
        kind: row.kind,
        houseId: row.houseId,
        period: row.period?.slice(0, 7) ?? null,
        fileName: row.fileName,
        fileHash: row.fileHash,
        totalRows: row.totalRows,
        changed,
        unchanged,
      },
    },
  );
}

async function fail(db: Db, importId: number, reason: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await repository.endImport(trx, importId, 'FAILED', reason);
    await repository.deletePieces(trx, importId);
  });
}

/** The process is stopping: the import goes to the end of its organization's line, where another process finds it. */
async function handBack({ db, queue }: ImportWork, importId: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organizationId = await repository.requeueImport(trx, importId, null);
    if (organizationId !== undefined)
      await queue.enqueue(trx, IMPORT_QUEUE, { organizationId, reference: importId });
  });
}

async function sweep(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => repository.deleteOldImports(trx, KEPT_DAYS));
}

/** What people are told: our own refusals in their words, the rest without its insides. */
function reasonOf(refusal: Refusal): string {
  return refusal.code === 'internal-error'
    ? 'An unexpected fault; the log of the core-service tells more'
    : refusal.message;
}
