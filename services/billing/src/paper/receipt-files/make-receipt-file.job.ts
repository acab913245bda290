// Makes a file of receipts, house by house, stored in pieces as it is drawn, so that memory stays constant. An interrupted job
// starts its file over.
import type { FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import {
  createFileNames,
  zipStream,
  type ZipEntry,
} from '@kvartplata/platform/archives/zip-stream.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import {
  beginRow,
  completeAttempt,
  requeueRow,
  writeAttempt,
} from '@kvartplata/platform/jobs/job-rows.repository.ts';
import { ownJobOf, type OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { JobOverError, workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Logger } from 'pino';
import type { Db } from '../../tables.ts';
import {
  drawPages,
  nothingCharged,
  pagesFrom,
  readFirstPage,
  requirePrintable,
  type Page,
  type Reader,
  type Receipts,
} from '../receipts/house-receipts.service.ts';
import { dropFile, keepFile, removeOld } from '../kept-files.service.ts';
import { explainTooLarge } from '../kept-pieces.ts';
import { RECEIPT_FILES, type FileRow } from './receipt-files.repository.ts';
import { endFile, RECEIPT_FILE_QUEUE } from './receipt-files.service.ts';

export type FileWork = Receipts &
  Pick<Reader, 'core'> & {
    /** Sees every organization: the houses follow from the file's row, which its caller was allowed to create. */
    readonly db: Db;
    readonly queue: JobQueue;
    readonly log: Pick<Logger, 'error' | 'warn'>;
    /** The largest size of a file; a larger one fails. */
    readonly mostBytes?: number;
  };

/** Starts processing files of receipts from the queue. */
export async function workReceiptFiles(work: FileWork): Promise<void> {
  const { db, queue, log } = work;
  await workLongJobs({
    db,
    queue,
    log,
    line: RECEIPT_FILE_QUEUE,
    name: 'a file of receipts',
    run: async (job, signal) => makeFile(work, ownJobOf(job), signal),
    requeue: async (trx, job, error) => requeueRow(trx, RECEIPT_FILES.table, job, error),
    fail: async (job, error) =>
      inTransaction(db, async (trx) => endFile(trx, ownJobOf(job), { status: 'FAILED', error })),
    explain: explainTooLarge,
  });
}

async function makeFile(work: FileWork, own: OwnJob, signal: AbortSignal): Promise<void> {
  const { db, now } = work;
  const file = await beginFile(db, own);
  if (file === undefined) return;
  const period = Temporal.PlainYearMonth.from(file.period.slice(0, 7));
  await requirePrintable(db, period);
  const tally: Tally = { processedAccounts: 0, receipts: 0, housesWithoutReceipts: [] };
  const houses = housesOf(work, file, { period, tally, signal });
  const content = await drawHouses(work, file.form, period, houses);
  const kept = { progress: tally, mostBytes: work.mostBytes };
  const byteCount = await keepFile(db, RECEIPT_FILES, file, content, kept);
  if (tally.receipts === 0) throw nothingCharged(period);
  const done = { ...tally, processedAccounts: file.totalAccounts, byteCount };
  if (!(await completeAttempt(db, RECEIPT_FILES, file, done))) throw new JobOverError();
  await removeOld(db, RECEIPT_FILES, own.organizationId, now());
}

/** Deletes what an earlier start has drawn. */
async function beginFile(db: Db, own: OwnJob): Promise<FileRow | undefined> {
  return inTransaction(db, async (trx) => {
    const nothing = { processedAccounts: 0, receipts: 0, housesWithoutReceipts: [] };
    const file = await beginRow(trx, RECEIPT_FILES, own, nothing);
    if (file !== undefined) await dropFile(trx, RECEIPT_FILES, own);
    return file;
  });
}

type Tally = {
  processedAccounts: number;
  receipts: number;
  readonly housesWithoutReceipts: number[];
};

/** A house with at least one receipt, whose pages are read on demand. */
type PrintedHouse = { readonly address: string; readonly pages: AsyncIterable<Page> };

type Making = {
  readonly period: BillingMonth;
  readonly tally: Tally;
  readonly signal: AbortSignal;
};

/** Each house has to be read to its end before the next one is requested. */
async function* housesOf(
  work: FileWork,
  file: FileRow,
  { period, tally, signal }: Making,
): AsyncGenerator<PrintedHouse> {
  const { organizationId, requestId } = file;
  const reader = { db: work.db, core: work.core, requestId };
  async function* filledPages(houseId: number): AsyncGenerator<Page> {
    const place = { organizationId, houseId };
    const first = await readFirstPage(work, reader, place, period);
    if (first === undefined) return;
    for await (const page of pagesFrom(work, reader, place, first)) {
      signal.throwIfAborted();
      if (page.receipts.length > 0) yield page;
      // Counted only once it is drawn.
      tally.processedAccounts += page.accounts;
      tally.receipts += page.receipts.length;
      if (!(await writeAttempt(work.db, RECEIPT_FILES, file, tally))) throw new JobOverError();
    }
  }
  for (const houseId of file.houseIds) {
    signal.throwIfAborted();
    const pages = filledPages(houseId);
    const { value: first } = await pages.next();
    if (first === undefined) tally.housesWithoutReceipts.push(houseId);
    else yield { address: first.head.house.address, pages: withFirst(first, pages) };
  }
}

async function* withFirst(first: Page, others: AsyncIterable<Page>): AsyncGenerator<Page> {
  yield first;
  yield* others;
}

async function drawHouses(
  work: FileWork,
  form: FileForm,
  period: BillingMonth,
  houses: AsyncIterable<PrintedHouse>,
): Promise<AsyncIterable<Uint8Array>> {
  if (form === 'pdf') return drawPages(work, allPages(houses), period, true);
  async function* entries(): AsyncGenerator<ZipEntry> {
    const nameOf = createFileNames('pdf');
    for await (const { address, pages } of houses)
      yield { name: nameOf(address), content: await drawPages(work, pages, period) };
  }
  return zipStream(entries(), work.now());
}

async function* allPages(houses: AsyncIterable<PrintedHouse>): AsyncGenerator<Page> {
  for await (const { pages } of houses) yield* pages;
}
