// Runs a payment import: asks core whose the rows are, then judges them and books what is matched in one transaction with
// the end of the import, so that a process which dies leaves nothing behind and the next one does it again.
import type { AccountSummary } from '@kvartplata/contracts/core/internal.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import type { JobQueue, QueuedJob } from '@kvartplata/platform/jobs/job-queue.ts';
import { JobOverError, workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Logger } from 'pino';
import type { CoreClient } from '../../access/core-client.ts';
import {
  bookPayments,
  type Books,
  type PaymentOfAccount,
} from '../payments/book-payments.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { inBooking } from '../../books/cycles/open-months.service.ts';
import * as judging from './judging.repository.ts';
import type { MatchedRow } from './judging.repository.ts';
import { judgeRows } from './judge-rows.ts';
import { lookUp } from './look-up.ts';
import * as repository from './payment-imports.repository.ts';
import type { PaymentImportData } from './payment-imports.repository.ts';
import { PAYMENT_IMPORT_QUEUE } from './payment-imports.service.ts';
import type { OwnImport } from '../unidentified-payments/unidentified-payments.repository.ts';
import { keepWaiting } from '../unidentified-payments/unidentified-payments.service.ts';

const LOOKED_UP_AT_ONCE = 500;
/** Account numbers that core is asked for in one request. */
const NUMBERS_AT_ONCE = 1000;
const JUDGED_AT_ONCE = 500;
const BOOKED_AT_ONCE = 500;

export type PaymentImportWork = {
  /** Sees everything: what an import may touch follows from its row, which its caller was allowed to make. */
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
    requeue: async (trx, job, error) => repository.requeueImport(trx, toOwn(job), error),
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
  await lookUpRows(work, own, row.requestId, signal);
  const books = await readBooks(work.core, row);
  await inBooking(work.db, async (trx) => {
    await judging.lockJudging(trx, own.organizationId);
    await judge(trx, own, row, signal);
    if (!row.dryRun) {
      await book(trx, row, books, signal);
      await keepWaiting(trx, own);
    }
    const ended = await repository.finishImport(trx, own);
    if (ended === undefined) throw new JobOverError('the import has ended');
    if (!row.dryRun) await auditImport(trx, ended);
  });
}

async function readBooks(
  core: PaymentImportWork['core'],
  { organizationId, requestId }: PaymentImportData,
): Promise<Books> {
  const organization = await core.findOrganization(organizationId, requestId);
  const firstMonth = organization?.firstMonth ?? null;
  return {
    organizationId,
    firstMonth: firstMonth === null ? undefined : parseBillingMonth(firstMonth),
  };
}

async function lookUpRows(
  { db, core }: PaymentImportWork,
  own: OwnImport,
  requestId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let afterLine = 0; ;) {
    signal.throwIfAborted();
    const rows = await judging.listRowsToLookUp(db, own, {
      afterLine,
      limit: LOOKED_UP_AT_ONCE,
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    const numbers = [...new Set(rows.flatMap((one) => one.accountNumbers))];
    const accounts: AccountSummary[] = [];
    for (let start = 0; start < numbers.length; start += NUMBERS_AT_ONCE)
      accounts.push(
        ...(await core.findAccountsByNumber(
          own.organizationId,
          numbers.slice(start, start + NUMBERS_AT_ONCE),
          requestId,
        )),
      );
    await judging.updateLookedUp(db, own, lookUp(rows, accounts));
    await judging.addProgress(db, own, rows.length);
    afterLine = last.line;
  }
}

/** Judged batch by batch, rows find those before them among the claimed; of a dry run no claim stays. */
async function judge(
  trx: Trx,
  own: OwnImport,
  { dryRun }: PaymentImportData,
  signal: AbortSignal,
): Promise<void> {
  const takers = await judging.listTakers(trx, own);
  for (let afterLine = 0; ;) {
    signal.throwIfAborted();
    const page = { afterLine, limit: JUDGED_AT_ONCE };
    const rows = await judging.listRowsToJudge(trx, own, takers, page);
    const last = rows.at(-1);
    if (last === undefined) break;
    await judging.updateVerdicts(trx, own, judgeRows(rows));
    afterLine = last.line;
  }
  if (dryRun) await repository.releaseRows(trx, own);
}

async function book(
  trx: Trx,
  row: PaymentImportData,
  books: Books,
  signal: AbortSignal,
): Promise<void> {
  const own = { organizationId: row.organizationId, importId: row.id };
  const lines = await judging.listMatchedLines(trx, own);
  for (let start = 0; start < lines.length; start += BOOKED_AT_ONCE) {
    signal.throwIfAborted();
    const rows = await judging.listMatched(trx, own, lines.slice(start, start + BOOKED_AT_ONCE));
    const ids = await bookPayments(
      trx,
      books,
      rows.map((matched) => paymentOf(row, matched)),
    );
    await judging.updatePaymentIds(
      trx,
      own,
      rows.map(({ line }, nth) => ({ line, paymentId: ids[nth] ?? 0 })),
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
