// Imports of payment registries: stored with the job that checks and books them, reported on, and reversed.
import type {
  ListedPaymentImport,
  PaymentImport,
  PaymentImportRow,
  PaymentImportRowStatus,
  PaymentImportWithRows,
  RowProblem,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import {
  type BeforeId,
  decodeCursor,
  newestPage,
  pageOf,
} from '@kvartplata/platform/http/cursor.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { UploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import { awaitEnd } from '@kvartplata/platform/jobs/await-end.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { assertMayWait } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { StreamingThreads } from '@kvartplata/platform/threads/streaming-threads.ts';
import type { Caller } from '../../access/access.service.ts';
import { reversePayments } from '../payments/book-payments.service.ts';
import type { Trx } from '../../tables.ts';
import { inBooking } from '../../books/cycles/open-months.service.ts';
import { listBooked, listBookedLines } from './judging.repository.ts';
import { lockPaidAccounts } from './lock-paid-accounts.service.ts';
import * as repository from './payment-imports.repository.ts';
import type { ImportRow, PaymentImportData, RowFilter } from './payment-imports.repository.ts';
import type { RegistryProfile } from '@kvartplata/contracts/billing/registry-profiles.ts';
import type { RegistryPiece, RegistryQuestion } from './registry-pieces.ts';
import type { RejectedRow } from './rejected-file.ts';
import { toCounts, toReasons } from '../row-reasons.ts';
import type { OwnImport } from '../unidentified-payments/unidentified-payments.repository.ts';
import { withdrawOfImport } from '../unidentified-payments/unidentified-payments.service.ts';

/** The queue of the job that checks and books. */
export const PAYMENT_IMPORT_QUEUE = 'payment-import';

const SHOWN_ERRORS = 100;
const BATCH_ROWS = 500;

export type RegistryThreads = StreamingThreads<RegistryQuestion, RegistryPiece>;

type Taking = {
  readonly caller: Caller;
  readonly queue: JobQueue;
  readonly threads: Pick<RegistryThreads, 'open'>;
};

export type RegistryToTake = {
  readonly organizationId: number;
  readonly profile: RegistryProfile;
  readonly dryRun: boolean;
};

type Request = { readonly once: Once; readonly today: Temporal.PlainDate };

/**
 * Stores the whole file and queues the job, in one transaction.
 * @returns the id of the import, or that of the first request with this idempotency key
 * @throws Refusal malformed-file, wrong-columns, totals-differ, body-too-large, file-too-demanding,
 * idempotency-key-reused, idempotency-key-in-use, too-many-jobs
 */
export async function takeRegistry(
  { caller, queue, threads }: Taking,
  registry: RegistryToTake,
  file: UploadedFile,
  { once, today }: Request,
): Promise<number> {
  const { organizationId } = registry;
  const { id } = await inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await assertMayWait(trx, 'payment_imports', organizationId);
      const importId = await storeFile(trx, { caller, threads }, registry, { file, today });
      await queue.enqueue(trx, PAYMENT_IMPORT_QUEUE, { organizationId, reference: importId });
      return { id: importId };
    }),
  );
  return id;
}

async function storeFile(
  trx: Trx,
  { caller, threads }: Pick<Taking, 'caller' | 'threads'>,
  { organizationId, profile, dryRun }: RegistryToTake,
  { file, today }: { readonly file: UploadedFile; readonly today: Temporal.PlainDate },
): Promise<number> {
  const importId = await repository.insertImport(trx, {
    organizationId: organizationId,
    profile,
    dryRun: dryRun,
    fileName: file.name,
    fileHash: file.hash,
    requestedBy: caller.userId,
    requestId: caller.requestId,
  });
  const question = { fd: file.handle.fd, profile, today: formatDay(today) };
  for await (const piece of threads.open(question))
    await ('rows' in piece
      ? repository.insertPiece(trx, { organizationId, importId }, piece.rows)
      : repository.updateTotals(trx, { organizationId, importId }, piece.totals));
  return importId;
}

/** The import, once it has ended or the response can wait no longer. */
export async function awaitImport(
  { caller, queue }: Pick<Taking, 'caller' | 'queue'>,
  importId: number,
): Promise<PaymentImport> {
  const look = async (): Promise<PaymentImportData> => getOwnRow(caller, importId);
  return toImport(caller, await awaitEnd(queue, PAYMENT_IMPORT_QUEUE, importId, look));
}

/** @throws Refusal not-found */
export async function getImport(
  caller: Caller,
  importId: number,
  query: {
    readonly status?: PaymentImportRowStatus | undefined;
    readonly reason?: string | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PaymentImportWithRows> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterLine = 0] = decodeCursor(query.cursor, ['number']) ?? [];
  const row = await getOwnRow(caller, importId);
  const rows = await listRows(caller, row, {
    statuses:
      query.status === undefined ? ['read', 'matched', 'quarantined', 'rejected'] : [query.status],
    reason: query.reason,
    afterLine,
    limit: limit + 1,
  });
  const page = pageOf(rows, limit, ({ line }) => [line], toRow);
  return { ...(await toImport(caller, row)), items: [...page.items], nextCursor: page.nextCursor };
}

export async function listImports(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly profile?: RegistryProfile | undefined;
    readonly dryRun?: boolean | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<ListedPaymentImport>> {
  const { profile, dryRun } = query;
  const list = async (before: BeforeId) => {
    const organizationIds = await caller.organizationsOf(query.organizationId);
    return repository.listImports(caller.db, { organizationIds, profile, dryRun, ...before });
  };
  return newestPage(query, list, toListed);
}

/** The requested rows, by default the rejected ones, with an entry in the audit log, because the data is exported. */
export async function openRejectedRows(
  caller: Caller,
  importId: number,
  reason: string | undefined,
): Promise<AsyncIterable<RejectedRow>> {
  const row = await getOwnRow(caller, importId);
  await recordChange(caller.db, caller.actor, {
    action: 'payment-import.rejected-rows-downloaded',
    object: { type: 'payment-import', id: importId },
    organizationId: row.organizationId,
    after: { rejected: row.rejectedRows, ...(reason === undefined ? {} : { reason }) },
  });
  return rejectedRowsOf(caller, row, reason);
}

async function* rejectedRowsOf(
  caller: Caller,
  row: PaymentImportData,
  reason: string | undefined,
): AsyncGenerator<RejectedRow> {
  for (let afterLine = 0; ;) {
    const rows = await listRows(caller, row, {
      statuses: reason === undefined ? ['rejected'] : ['quarantined', 'rejected'],
      reason,
      afterLine,
      limit: BATCH_ROWS,
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_ROWS) return;
    afterLine = last.line;
  }
}

/**
 * Reverses everything booked from a registry, including rows resolved since, and withdraws what still waits; then the same file,
 * or its rows in another, can be imported again. A payment that was reversed by itself stays reversed.
 * @throws Refusal not-found, forbidden, conflict for one that booked nothing, already-reversed,
 * idempotency-key-in-use, idempotency-key-reused
 */
export async function reverseImport(
  caller: Caller,
  importId: number,
  reason: string,
  once: Once,
): Promise<PaymentImport> {
  const own = toOwn(await getOwnRow(caller, importId));
  const { organizationId } = own;
  await inBooking(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      assertReversible(await repository.lockImport(trx, own));
      const payments = await reverseBooked(trx, own, reason);
      await repository.markReversed(trx, own, { userId: caller.userId, reason });
      await repository.releaseRows(trx, own);
      await withdrawOfImport(trx, own, caller.userId);
      await recordChange(trx, caller.actor, {
        action: 'payment-import.reversed',
        object: { type: 'payment-import', id: importId },
        organizationId,
        after: { reason, payments },
      });
      return { id: importId };
    }),
  );
  return toImport(caller, await getOwnRow(caller, importId));
}

function assertReversible(row: PaymentImportData | undefined): void {
  if (row?.status !== 'COMPLETED' || row.dryRun)
    throw new Refusal('conflict', 'Only a registry that was booked can be taken back');
  if (row.reversedAt !== null)
    throw new Refusal('already-reversed', 'The registry has been taken back already');
}

/** Returns how many payments were reversed. */
async function reverseBooked(trx: Trx, own: OwnImport, reason: string): Promise<number> {
  const { organizationId, importId } = own;
  const how = { reason, cause: { reason: 'import-storno', causeId: importId } } as const;
  await lockPaidAccounts(trx, own);
  const lines = await listBookedLines(trx, own);
  let reversed = 0;
  for (const some of inChunks(lines, BATCH_ROWS)) {
    const rows = await listBooked(trx, own, some);
    const payments = rows.map((row) => ({
      id: row.paymentId,
      place: {
        houseId: row.houseId,
        personalAccountId: row.personalAccountId,
        organizationId,
      },
      bookedIn: row.bookedIn,
    }));
    reversed += await reversePayments(trx, organizationId, payments, how);
  }
  return reversed;
}

async function getOwnRow(caller: Caller, importId: number): Promise<PaymentImportData> {
  return caller.getOwn(`payment import ${importId}`, async () =>
    repository.findImport(caller.db, caller.ownOrganizations(), importId),
  );
}

function toOwn({ organizationId, id }: PaymentImportData): OwnImport {
  return { organizationId, importId: id };
}

/** Returns the checked rows if the import has ended since its row was read. */
async function listRows(
  caller: Caller,
  row: PaymentImportData,
  filter: RowFilter,
): Promise<readonly ImportRow[]> {
  const own = toOwn(row);
  if (row.status !== 'COMPLETED') {
    const unjudged = await repository.listUnjudged(caller.db, own, filter);
    if (unjudged.length > 0) return unjudged;
  }
  return repository.listRows(caller.db, own, filter);
}

async function toImport(caller: Caller, row: PaymentImportData): Promise<PaymentImport> {
  const rows = await listRows(caller, row, {
    statuses: ['quarantined', 'rejected'],
    afterLine: 0,
    limit: SHOWN_ERRORS,
  });
  return {
    ...toListed(row),
    repeats: await repository.findSame(caller.db, row),
    errors: rows.flatMap(problemsOf),
    reasons: toCounts(row.reasons),
  };
}

function problemsOf({ line, status, reasons }: ImportRow): readonly RowProblem[] {
  return toReasons(reasons).map(({ code, message, messageRu }) => ({
    line,
    status,
    code,
    message,
    messageRu,
  }));
}

function toRow(row: ImportRow): PaymentImportRow {
  return {
    line: row.line,
    status: row.status,
    reasons: toReasons(row.reasons),
    accountNumbers: [...row.accountNumbers],
    amount: row.amount,
    paidOn: row.paidOn,
    period: row.namedPeriod?.slice(0, 7) ?? null,
    operation: row.operation,
    payer: row.payer,
    purpose: row.purpose,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    paymentId: row.paymentId,
  };
}

function toListed(row: PaymentImportData): ListedPaymentImport {
  const { reversedAt, reversedBy, reversalReason: reason } = row;
  return {
    id: row.id,
    organizationId: row.organizationId,
    profile: row.profile,
    dryRun: row.dryRun,
    fileName: row.fileName,
    fileHash: row.fileHash,
    status: row.status,
    rows: row.totalRows,
    processedRows: row.processedRows,
    matched: row.matchedRows,
    quarantined: row.quarantinedRows,
    rejected: row.rejectedRows,
    amount: row.totalAmount,
    matchedAmount: row.matchedAmount,
    quarantinedAmount: row.quarantinedAmount,
    rejectedAmount: row.rejectedAmount,
    declaredRows: row.declaredRows,
    declaredAmount: row.declaredAmount,
    error: row.error,
    errorFacts: row.errorFacts,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    reversal:
      reversedAt === null || reversedBy === null || reason === null
        ? null
        : { reversedAt: reversedAt.toISOString(), reversedBy, reason },
  };
}
