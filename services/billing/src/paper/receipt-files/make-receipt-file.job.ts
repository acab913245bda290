// Makes a file of receipts: house by house, and kept in pieces as it is drawn, so that neither grows in memory. A job that was
// interrupted begins its file again.
import type { FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import {
  createFileNames,
  zipStream,
  type ZipEntry,
} from '@kvartplata/platform/archives/zip-stream.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { requeueRow } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import type { JobQueue, QueuedJob } from '@kvartplata/platform/jobs/job-queue.ts';
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
import { removeOld } from '../kept-files.service.ts';
import { explainTooLarge, keepInPieces } from '../kept-pieces.ts';
import * as repository from './receipt-files.repository.ts';
import type { FileRow, OwnFile } from './receipt-files.repository.ts';
import { RECEIPT_FILE_QUEUE } from './receipt-files.service.ts';

export type FileWork = Receipts &
  Pick<Reader, 'core'> & {
    /** Sees everything: which houses a file is of follows from its row, which its caller was allowed to make. */
    readonly db: Db;
    readonly queue: JobQueue;
    readonly log: Pick<Logger, 'error' | 'warn'>;
    /** What a file may come to; one that would be larger fails. */
    readonly mostBytes?: number;
  };

/** Starts taking files of receipts from the queue. */
export async function workReceiptFiles(work: FileWork): Promise<void> {
  const { db, queue, log } = work;
  await workLongJobs({
    db,
    queue,
    log,
    line: RECEIPT_FILE_QUEUE,
    name: 'a file of receipts',
    run: async (job, signal) => makeFile(work, toOwn(job), signal),
    requeue: async (trx, job, error) => requeueRow(trx, 'receipt_files', job, error),
    fail: async (job, error) =>
      inTransaction(db, async (trx) => repository.endFile(trx, toOwn(job), 'FAILED', error)),
    explain: explainTooLarge,
  });
}

function toOwn({ organizationId, reference }: QueuedJob): OwnFile {
  return { organizationId, id: reference };
}

async function makeFile(work: FileWork, own: OwnFile, signal: AbortSignal): Promise<void> {
  const { db, now } = work;
  const file = await inTransaction(db, async (trx) => repository.startFile(trx, own));
  if (file === undefined) return;
  const period = Temporal.PlainYearMonth.from(file.period.slice(0, 7));
  await requirePrintable(db, period);
  const tally: Tally = { accounts: 0, receipts: 0, without: [] };
  const houses = housesOf(work, file, { period, tally, signal });
  const content = await contentOf(work, file.form, period, houses);
  const bytes = await keepInPieces(content, work.mostBytes, async (number, piece) =>
    inTransaction(db, async (trx) => {
      if (!(await repository.writeProgress(trx, file, tally))) throw new JobOverError();
      await repository.insertPiece(trx, file, number, piece);
    }),
  );
  if (tally.receipts === 0) throw nothingCharged(period);
  const isDone = await inTransaction(
    db,
    async (trx) =>
      (await repository.writeProgress(trx, file, tally)) &&
      (await repository.completeFile(trx, file, bytes)),
  );
  if (!isDone) throw new JobOverError();
  await removeOld(db, repository, own.organizationId, now());
}

type Tally = { accounts: number; receipts: number; readonly without: number[] };

/** A house with at least one receipt, whose pages are read as they are taken. */
type PrintedHouse = { readonly address: string; readonly pages: AsyncIterable<Page> };

type Making = {
  readonly period: BillingMonth;
  readonly tally: Tally;
  readonly signal: AbortSignal;
};

/** Each is read to its end before the next one is begun. */
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
      // It counts once it is drawn.
      tally.accounts += page.accounts;
      tally.receipts += page.receipts.length;
      if (!(await repository.writeProgress(work.db, file, tally))) throw new JobOverError();
    }
  }
  for (const houseId of file.houseIds) {
    signal.throwIfAborted();
    const pages = filledPages(houseId);
    const { value: first } = await pages.next();
    if (first === undefined) tally.without.push(houseId);
    else yield { address: first.head.house.address, pages: withFirst(first, pages) };
  }
}

async function* withFirst(first: Page, others: AsyncIterable<Page>): AsyncGenerator<Page> {
  yield first;
  yield* others;
}

async function contentOf(
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
