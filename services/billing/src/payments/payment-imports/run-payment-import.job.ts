// Runs a payment import: queries core for the rows' accounts, then checks the rows and books the matched ones in one transaction
// with the end of the import: if the process dies, nothing remains and the next one starts over.
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { requeueRow } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import type { JobQueue, QueuedJob } from '@kvartplata/platform/jobs/job-queue.ts';
import { JobOverError, workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Logger } from 'pino';
import type { CoreClient } from '../../access/core-client.ts';
import { parseFirstMonth } from '../../access/first-months.ts';
import {
  bookUnderIds,
  drawPaymentIds,
  type Books,
  type PaymentOfAccount,
} from '../payments/book-payments.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { inBooking } from '../../books/cycles/open-months.service.ts';
import * as judging from './judging.repository.ts';
import type { MatchedRow, RowToStore } from './judging.repository.ts';
import { nameFiles, namedImports } from '../row-reasons.ts';
import { isRead, judgePiece, needsAccount, type JudgedRow } from './judge-piece.ts';
import { lockPaidAccounts } from './lock-paid-accounts.service.ts';
import { claimNothing } from './judge-rows.ts';
import type { KnownAccount } from './look-up.ts';
import * as repository from './payment-imports.repository.ts';
import type { PaymentImportData } from './payment-imports.repository.ts';
import { PAYMENT_IMPORT_QUEUE } from './payment-imports.service.ts';
import type { StoredRow } from './stored-row.ts';
import type { OwnImport } from '../unidentified-payments/unidentified-payments.repository.ts';
import { keepWaiting } from '../unidentified-payments/unidentified-payments.service.ts';

/** Account numbers per request to core. */
const NUMBERS_AT_ONCE = 1000;
const BOOKED_AT_ONCE = 500;

export type PaymentImportWork = {
  /** Sees all organizations: what an import may touch follows from its row, which its caller was allowed to create. */
  readonly db: Db;
  readonly queue: JobQueue;
  readonly core: Pick<CoreClient, 'findAccountsByNumber' | 'findOrganization'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** Starts taking payment imports from the queue. */
export async function workPaymentImports(work: PaymentImportWork): Promise<void> {
  const { db, queue, log } = work;
  await workLongJobs({
    db,
    queue,
    log,
    line: PAYMENT_IMPORT_QUEUE,
    name: 'a payment import',
    run: async (job, signal) => runImport(work, toOwn(job), signal),
    requeue: async (trx, job, error) => requeueRow(trx, 'payment_imports', job, error),
    fail: async (job, error) => repository.failImport(db, toOwn(job), error),
  });
}

function toOwn({ organizationId, reference }: QueuedJob): OwnImport {
  return { organizationId, importId: reference };
}

async function runImport(
  work: PaymentImportWork,
  own: OwnImport,
  signal: AbortSignal,
): Promise<void> {
  const row = await repository.startImport(work.db, own);
  if (row === undefined) return;
  const accounts = await findAccounts(work, own, row.requestId, signal);
  const books = await readBooks(work.core, row);
  await inBooking(work.db, async (trx) => {
    await judging.lockJudging(trx, own.organizationId);
    await judge(trx, row, accounts, signal);
    if (!row.dryRun) {
      await book(trx, row, books, signal);
      await keepWaiting(trx, own);
    }
    const ended = await repository.finishImport(trx, own);
    if (ended === undefined) throw new JobOverError('the import has ended');
    await repository.deletePieces(trx, own);
    if (!row.dryRun) await auditImport(trx, ended);
  });
}

async function readBooks(
  core: PaymentImportWork['core'],
  { organizationId, requestId }: PaymentImportData,
): Promise<Books> {
  const organization = await core.findOrganization(organizationId, requestId);
  return { organizationId, firstMonth: parseFirstMonth(organization?.firstMonth ?? null) };
}

/** The accounts that core knows among those that the rows could mean, by number. */
async function findAccounts(
  { db, core }: PaymentImportWork,
  own: OwnImport,
  requestId: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KnownAccount>> {
  const known = new Map<string, KnownAccount>();
  for await (const piece of piecesOf(db, own, signal)) {
    const rows = piece.filter(needsAccount);
    const named = new Set(rows.flatMap(({ accountNumbers }) => accountNumbers));
    const numbers = [...named].filter((number) => !known.has(number));
    for (const asked of inChunks(numbers, NUMBERS_AT_ONCE)) {
      const found = await core.findAccountsByNumber(own.organizationId, asked, requestId);
      for (const { accountNumber, houseId, personalAccountId } of found)
        known.set(accountNumber, { accountNumber, houseId, personalAccountId });
    }
    await judging.addProgress(db, own, rows.length);
  }
  return known;
}

async function* piecesOf(
  db: Db | Trx,
  own: OwnImport,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredRow[]> {
  for (let afterLine = 0; ;) {
    signal.throwIfAborted();
    const piece = await repository.findPiece(db, own, { afterLine, onlyRejected: false });
    const last = piece?.at(-1);
    if (piece === undefined || last === undefined) return;
    yield piece;
    afterLine = last.line;
  }
}

/** Stores each row with its status and the id of the payment to be booked for it; a dry run claims nothing. */
async function judge(
  trx: Trx,
  { organizationId, id: importId, dryRun }: PaymentImportData,
  accounts: ReadonlyMap<string, KnownAccount>,
  signal: AbortSignal,
): Promise<void> {
  const own = { organizationId, importId };
  const takers = await judging.listTakers(trx, own);
  const claimed = claimNothing();
  for await (const piece of piecesOf(trx, own, signal)) {
    const before = await judging.listBefore(trx, organizationId, takers, piece.filter(isRead));
    const judged = judgePiece(piece, { importId, accounts, before, claimed });
    const matched = dryRun ? [] : judged.filter(({ status }) => status === 'matched');
    const ids =
      matched.length === 0 ? [] : await drawPaymentIds(trx, organizationId, matched.length);
    const idOf = new Map(matched.map(({ line }, nth) => [line, ids[nth] ?? null]));
    const toStore = (row: JudgedRow): RowToStore => ({
      ...row,
      isClaimed: row.isClaimed && !dryRun,
      paymentId: idOf.get(row.line) ?? null,
    });
    await judging.insertRows(trx, own, await withFiles(trx, organizationId, judged.map(toStore)));
  }
}

/** Adds the file names of the imports that reasons refer to. */
async function withFiles(
  trx: Trx,
  organizationId: number,
  rows: readonly RowToStore[],
): Promise<readonly RowToStore[]> {
  const importIds = namedImports(rows);
  if (importIds.length === 0) return rows;
  return nameFiles(rows, await judging.listFiles(trx, organizationId, importIds));
}

async function book(
  trx: Trx,
  row: PaymentImportData,
  books: Books,
  signal: AbortSignal,
): Promise<void> {
  const own = { organizationId: row.organizationId, importId: row.id };
  await lockPaidAccounts(trx, own);
  const lines = await judging.listMatchedLines(trx, own);
  for (const some of inChunks(lines, BOOKED_AT_ONCE)) {
    signal.throwIfAborted();
    const rows = await judging.listMatched(trx, own, some);
    await bookUnderIds(
      trx,
      books,
      rows.map((matched) => ({ id: matched.paymentId, payment: paymentOf(row, matched) })),
    );
  }
}

function paymentOf(
  { organizationId, profile }: PaymentImportData,
  matched: MatchedRow,
): PaymentOfAccount {
  const { namedPeriod: period } = matched;
  return {
    place: {
      houseId: matched.houseId,
      personalAccountId: matched.personalAccountId,
      organizationId,
    },
    amountKopecks: parseKopecks(matched.amount),
    paidOn: parseDay(matched.paidOn),
    period: period === null ? null : parseBillingMonth(period.slice(0, 7)),
    source: profile,
    reference: matched.operation,
  };
}

async function auditImport(trx: Trx, row: PaymentImportData): Promise<void> {
  await recordChange(
    trx,
    { userId: row.requestedBy, requestId: row.requestId },
    {
      action: 'payment-import.booked',
      object: { type: 'payment-import', id: row.id },
      organizationId: row.organizationId,
      after: {
        profile: row.profile,
        fileName: row.fileName,
        fileHash: row.fileHash,
        rows: row.totalRows,
        matched: row.matchedRows,
        quarantined: row.quarantinedRows,
        rejected: row.rejectedRows,
        matchedAmount: row.matchedAmount,
        quarantinedAmount: row.quarantinedAmount,
      },
    },
  );
}
