// Imports of opening balances: stored with the job that checks and books them, reported on, and undone.
import { reportedUndo } from '@kvartplata/contracts/undoable-jobs.ts';
import type {
  OpeningColumns,
  OpeningImport,
  OpeningMapping,
  OpeningRow,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import {
  compareMonths,
  firstDayOf,
  formatBillingMonth,
  monthOf,
  nextMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import {
  type BeforeId,
  decodeCursor,
  newestPage,
  pageOf,
} from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { UploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import { awaitEnd } from '@kvartplata/platform/jobs/await-end.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { assertMayWait } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { StreamingThreads } from '@kvartplata/platform/threads/streaming-threads.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Trx } from '../../tables.ts';
import { requireOpenMonths } from './book-opening.service.ts';
import { isMapped } from './opening-columns.ts';
import * as repository from './opening-imports.repository.ts';
import type { OpeningImportData, OwnOpening } from './opening-imports.repository.ts';
import { findFirstMonth } from './opening-judging.repository.ts';
import { toCounts, toReasons } from './opening-reasons.ts';
import type { OpeningPiece, OpeningQuestion } from './read-opening.ts';

/** The queue of the job that checks and books, or undoes. */
export const OPENING_QUEUE = 'opening-import';

export type OpeningThreads = StreamingThreads<OpeningQuestion, OpeningPiece>;

type Taking = {
  readonly caller: Caller;
  readonly queue: JobQueue;
  readonly threads: Pick<OpeningThreads, 'open'>;
};

export type OpeningToTake = {
  readonly organizationId: number;
  readonly asOf: BillingMonth;
  readonly dryRun: boolean;
  readonly mapping: OpeningMapping;
};

/**
 * Checks before the file is read whether such an opening is possible.
 * @throws Refusal validation-failed for a mapping that lacks a column, month-out-of-range
 */
export function assertMayOpen(
  { asOf, mapping }: Pick<OpeningToTake, 'asOf' | 'mapping'>,
  today: Temporal.PlainDate,
): void {
  assertWhole(mapping);
  if (asOf.year < 2000 || compareMonths(asOf, nextMonth(monthOf(today))) > 0)
    throw new Refusal('month-out-of-range', 'asOf is no later than the month after this one', {
      months: [formatBillingMonth(asOf)],
    });
}

function assertWhole(mapping: OpeningMapping): void {
  if (!isMapped(mapping)) return;
  const { accountColumn, amountColumn, principalColumn, penaltyColumn, advanceColumn } = mapping;
  if (accountColumn === undefined)
    throw invalidField('/accountColumn', 'is required with a mapping', { code: 'required' });
  const sums = [amountColumn, principalColumn, penaltyColumn, advanceColumn];
  if (sums.every((column) => column === undefined))
    throw invalidField('/principalColumn', 'or another column of sums is required', {
      code: 'required',
    });
}

/**
 * Stores the whole file and queues the job, in one transaction.
 * @returns the id of the import, or that of the first request with this idempotency key
 * @throws Refusal malformed-file, wrong-columns, totals-differ, body-too-large, file-too-demanding,
 * idempotency-key-reused, idempotency-key-in-use, too-many-jobs
 */
export async function takeOpening(
  { caller, queue, threads }: Taking,
  opening: OpeningToTake,
  file: UploadedFile,
  once: Once,
): Promise<number> {
  const { organizationId } = opening;
  const { id } = await inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await assertMayWait(trx, 'opening_imports', organizationId);
      const importId = await storeFile(trx, { caller, threads }, opening, file);
      await queue.enqueue(trx, OPENING_QUEUE, { organizationId, reference: importId });
      return { id: importId };
    }),
  );
  return id;
}

async function storeFile(
  trx: Trx,
  { caller, threads }: Pick<Taking, 'caller' | 'threads'>,
  { organizationId, asOf, dryRun, mapping }: OpeningToTake,
  file: UploadedFile,
): Promise<number> {
  const importId = await repository.insertImport(trx, {
    organizationId,
    asOf: formatDay(firstDayOf(asOf)),
    dryRun,
    fileName: file.name,
    fileHash: file.hash,
    mapping: isMapped(mapping) ? JSON.stringify(mapping) : null,
    requestedBy: caller.userId,
    requestId: caller.requestId,
  });
  const own = { organizationId, importId };
  const question = { fd: file.handle.fd, asOf: formatBillingMonth(asOf), mapping };
  let [rows, number] = [0, 0];
  for await (const piece of threads.open(question)) {
    if (!('rows' in piece)) continue;
    rows += piece.rows.length;
    number += 1;
    await repository.insertRefusals(
      trx,
      own,
      piece.rows.filter(({ reasons }) => reasons.length > 0),
    );
    const sums = piece.rows.flatMap(({ cells, sums: ofRow }) =>
      ofRow.map((sum) => ({ ...sum, cells })),
    );
    if (sums.length > 0) await repository.insertPiece(trx, own, { number, rows: sums });
  }
  await repository.updateRows(trx, own, rows);
  return importId;
}

/** The columns of the file's header. @throws Refusal malformed-file, file-too-demanding */
export async function readColumns(
  { threads }: Pick<Taking, 'threads'>,
  file: UploadedFile,
): Promise<OpeningColumns> {
  const question = { fd: file.handle.fd, asOf: '', mapping: {}, onlyHeader: true };
  for await (const piece of threads.open(question)) if ('columns' in piece) return piece.columns;
  throw new Error('a table without its columns');
}

/** The import, once it has ended or the response can wait no longer. */
export async function awaitImport(
  { caller, queue }: Pick<Taking, 'caller' | 'queue'>,
  importId: number,
): Promise<OpeningImport> {
  const look = async (): Promise<OpeningImportData> => getOwnRow(caller, importId);
  return toImport(await awaitEnd(queue, OPENING_QUEUE, importId, look));
}

/** @throws Refusal not-found */
export async function getImport(caller: Caller, importId: number): Promise<OpeningImport> {
  return toImport(await getOwnRow(caller, importId));
}

export async function listImports(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly dryRun?: boolean | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<OpeningImport>> {
  const { dryRun } = query;
  const list = async (before: BeforeId) => {
    const organizationIds = await caller.organizationsOf(query.organizationId);
    return repository.listImports(caller.db, { organizationIds, dryRun, ...before });
  };
  return newestPage(query, list, toImport);
}

/** @throws Refusal not-found */
export async function listRows(
  caller: Caller,
  importId: number,
  query: {
    readonly reason?: string | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<OpeningRow>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterLine = 0] = decodeCursor(query.cursor, ['number']) ?? [];
  const own = toOwn(await getOwnRow(caller, importId));
  const page = { reason: query.reason, afterLine, limit: limit + 1 };
  const rows = await repository.listRefused(caller.db, own, page);
  return pageOf(
    rows,
    limit,
    ({ line }) => [line],
    ({ line, cells, reasons }) => ({ line, cells: [...cells], reasons: toReasons(reasons) }),
  );
}

/**
 * Queues the undo of the whole import; does nothing if it is undone or being undone.
 * @throws Refusal not-found, forbidden, conflict for one that booked nothing, month-closed, idempotency-key-in-use,
 * idempotency-key-reused
 */
export async function undoImport(
  { caller, queue }: Pick<Taking, 'caller' | 'queue'>,
  importId: number,
  once: Once,
): Promise<void> {
  const own = toOwn(await getOwnRow(caller, importId));
  await inTransaction(caller.db, async (trx) =>
    once(trx, own.organizationId, async () => {
      const row = await repository.lockImport(trx, own);
      if (row?.status === 'UNDOING' || row?.status === 'UNDONE') return {};
      if (row !== undefined && row.moveId !== null)
        throw new Refusal('conflict', `It is a part of move ${row.moveId}: undo that`);
      if (row?.status !== 'COMPLETED' || row.dryRun || row.repeats !== null)
        throw new Refusal('conflict', 'Only an import that was booked can be undone');
      await requireOpenMonths(
        trx,
        own.organizationId,
        (await findFirstMonth(trx, own)) ?? row.asOf,
      );
      await repository.markUndoing(trx, own, caller.userId);
      const { organizationId } = own;
      await queue.enqueue(trx, OPENING_QUEUE, { organizationId, reference: importId });
      return {};
    }),
  );
}

async function getOwnRow(caller: Caller, importId: number): Promise<OpeningImportData> {
  return caller.getOwn(`opening import ${importId}`, async () =>
    repository.findImport(caller.db, caller.ownOrganizations(), importId),
  );
}

function toOwn({ organizationId, id }: OpeningImportData): OwnOpening {
  return { organizationId, importId: id };
}

function toImport(row: OpeningImportData): OpeningImport {
  return {
    id: row.id,
    organizationId: row.organizationId,
    moveId: row.moveId,
    asOf: row.asOf.slice(0, 7),
    dryRun: row.dryRun,
    fileName: row.fileName,
    fileHash: row.fileHash,
    mapping: row.mapping,
    ...reportedUndo(row.status, row.finishedAt),
    rows: row.totalRows,
    processedRows: row.processedRows,
    accepted: row.accepted,
    refused: row.refused,
    totals: { principal: row.principal, penalty: row.penalty, advance: row.advance },
    reasons: toCounts(row.reasons),
    repeats: row.repeats,
    error: row.error,
    errorFacts: row.errorFacts,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoneBy: row.undoneBy,
  };
}
