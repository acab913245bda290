// Runs an import: checks all rows and stores them in one transaction with the end of the import: if the process dies, nothing
// remains and the next one starts over. Progress is written outside of that transaction.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { toRefusal } from '@kvartplata/platform/http/problem-document.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { requeueRow } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { JobOverError, workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Logger } from 'pino';
import type { BooksClient } from '../../access/books-client.ts';
import { findAppliedMonths } from '../../access/applied-months/applied-months.service.ts';
import type { Db, Trx } from '../../tables.ts';
import type { GivenRows } from './import-worker.ts';
import * as repository from './imports.repository.ts';
import { findPayees } from './named-payees.service.ts';
import type { ImportRow } from './imports.repository.ts';
import type { HouseMonths } from './imports.table.ts';
import { workerOf } from './import-workers.service.ts';
import { listRecordHouses } from './undo-rows.repository.ts';
import { IMPORT_QUEUE } from './imports.service.ts';
import * as old from './old-imports.repository.ts';
import * as working from './working-rows.repository.ts';

/** How long an import and its refused rows are kept. */
const KEPT_DAYS = 30;
/** Billing is queried about one house at a time, while the import holds its locks. */
const MOST_HOUSES_ASKED = 200;

export type ImportWork = {
  /** Sees all organizations: what an import may touch follows from its row, which its caller was allowed to create. */
  readonly db: Db;
  /**
   * The same over a connection of its own: requests that wait for a running import may hold all others, and without its progress
   * the import would not end.
   */
  readonly progress: Db;
  readonly queue: JobQueue;
  readonly books: BooksClient;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** Starts taking imports from the queue. */
export async function workImports(work: ImportWork): Promise<void> {
  const { db, queue, log } = work;
  await sweep(db);
  await workLongJobs({
    db,
    queue,
    log,
    line: IMPORT_QUEUE,
    name: 'an import',
    run: async ({ reference: importId }, signal) => {
      await runImport(work, importId, signal);
      await sweep(db);
    },
    requeue: async (trx, job, error) => requeueRow(trx, 'imports', job, error),
    fail: async ({ reference: importId }, error) => fail(db, importId, error),
  });
}

async function runImport(work: ImportWork, importId: number, signal: AbortSignal): Promise<void> {
  const { db } = work;
  const key = await repository.findKey(db, importId);
  const row = key && (await repository.startImport(db, key));
  if (row === undefined) return;
  const payees = await findPayees(db, work.books, row);
  await oncePerConflict(async () =>
    inTransaction(db, async (trx) => {
      await working.lockImports(trx, row.organizationId);
      if (!(await repository.isRunning(trx, row))) throw new JobOverError('the import has ended');
      await working.createRefused(trx);
      // Whoever waited for another import may find another month applied.
      const booked = row.undoes === null ? [] : await findBooked(trx, work, row, row.undoes);
      const counts = await judgeAndStore(trx, work, { row, booked, payees }, signal);
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

/**
 * The applied months that undoing an import would affect.
 * @throws Refusal dependency-unavailable
 */
async function findBooked(
  trx: Trx,
  { books }: ImportWork,
  row: ImportRow,
  importId: number,
): Promise<readonly HouseMonths[]> {
  const found: HouseMonths[] = [];
  for (const { houseId, ...days } of await listRecordHouses(trx, row.organizationId, importId)) {
    const house = { organizationId: row.organizationId, houseId };
    const months = await findAppliedMonths(books, house, days, row.requestId);
    if (months === null)
      throw new Refusal('dependency-unavailable', undefined, { dependency: 'billing' });
    if (months.length > 0) found.push({ houseId, months });
  }
  return found;
}

/** If a concurrent change caused a conflict, the second attempt checks against its result. */
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

/** The applied months that the changes come too late for; null when billing is unavailable, or with too many houses. */
async function askBooks(
  trx: Trx,
  { books }: ImportWork,
  row: ImportRow,
): Promise<readonly HouseMonths[] | null> {
  const touched = await workerOf(row).listTouched(trx, row, MOST_HOUSES_ASKED + 1);
  if (touched.length > MOST_HOUSES_ASKED) return null;
  const found: HouseMonths[] = [];
  for (const { houseId, ...days } of touched) {
    const house = { organizationId: row.organizationId, houseId };
    const months = await findAppliedMonths(books, house, days, row.requestId);
    if (months === null) return null;
    if (months.length > 0) found.push({ houseId, months });
  }
  return found;
}

/** Nothing is kept when a row is refused, or in a dry run. */
async function judgeAndStore(
  trx: Trx,
  { progress, now }: ImportWork,
  { row, booked, payees }: Pick<GivenRows, 'row' | 'booked' | 'payees'>,
  signal: AbortSignal,
): Promise<working.ChangeCounts> {
  const worker = workerOf(row);
  const given = {
    row,
    booked,
    payees,
    today: moscowDayOf(now()),
    onProgress: async (rows: number) => {
      signal.throwIfAborted();
      if (!(await repository.updateProgress(progress, row, Math.min(rows, row.totalRows))))
        throw new JobOverError('the import has ended');
    },
  };
  await worker.judge(trx, given);
  const isRefused = row.refused > 0 || (await working.hasRefused(trx));
  const stays = !isRefused && !row.dryRun;
  if (stays || worker.judgesByStoring) {
    await working.markEffect(trx);
    const reasons = await worker.store(trx, given);
    if (!stays || reasons.length > 0) await working.undoEffect(trx);
    else if (row.undoes === null) await worker.remember?.(trx, row);
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
  const ended = await repository.finishImport(trx, row, {
    ...outcome,
    status: isFailed ? 'FAILED' : 'COMPLETED',
    error: isFailed
      ? { code: 'rows-refused', facts: { refused: outcome.refused, rows: row.totalRows } }
      : null,
  });
  if (!ended) throw new JobOverError('the import has ended');
  await repository.deletePieces(trx, row);
  if (!isStored) return;
  if (row.undoes !== null) await repository.markUndone(trx, row, row.undoes);
  await auditImport(trx, row, outcome);
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
      action: row.undoes === null ? 'import.completed' : 'import.undone',
      object: { type: 'import', id: row.undoes ?? row.id },
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

async function fail(db: Db, importId: number, error: JobError): Promise<void> {
  await inTransaction(db, async (trx) => {
    const key = await repository.findKey(trx, importId);
    if (key === undefined) return;
    await repository.endImport(trx, key, 'FAILED', error);
    await repository.deletePieces(trx, key);
  });
}

/** One by one: a transaction is about one organization. */
export async function sweep(db: Db): Promise<void> {
  for (const key of await old.listOldImports(db, KEPT_DAYS))
    await inTransaction(db, async (trx) => old.deleteImport(trx, key));
}
