// Requests the receipts of many houses as one file, reports the progress, and serves the file while it is kept.
import { addressOf } from '@kvartplata/contracts/address.ts';
import { ZIP, type FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import { fetchReceiptFile, type ReceiptFile } from '@kvartplata/contracts/billing/receipt-files.ts';
import { PDF } from '@kvartplata/contracts/billing/receipts.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import {
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { newestPage, type BeforeId, type PageAsked } from '@kvartplata/platform/http/cursor.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { endRow, type JobEnd } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import type { OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { assertMayWait, lockLine } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Trx } from '../../tables.ts';
import { requirePrintable, requireReceipts } from '../receipts/house-receipts.service.ts';
import { nameOfHouses, printedHouses, type PrintedHouse } from '../printed-houses.ts';
import { contentOf, dropFile, describeFile, hasContent } from '../kept-files.service.ts';
import * as repository from './receipt-files.repository.ts';
import { RECEIPT_FILES, type FileRow } from './receipt-files.repository.ts';

export { RECEIPT_FILES } from './receipt-files.repository.ts';

/** The queue that makes files of receipts. */
export const RECEIPT_FILE_QUEUE = 'receipt-file';

/** The audit log records only the length of a longer list of houses. */
const MOST_HOUSES_RECORDED = 100;

export type FileRequest = {
  readonly period: BillingMonth;
  readonly organizationId?: number | undefined;
  readonly houseIds?: readonly number[] | undefined;
  readonly form: FileForm;
};

/**
 * Queues a file of receipts; an equal request that is still waiting is the same job.
 * Checked in this order: the fields, the house or the organization, the role, that the houses are its own, the month, that
 * anything is charged, the bank details, the idempotency key, how many jobs wait.
 * @throws Refusal validation-failed, not-found, forbidden, unprocessable-reference, month-archived, nothing-charged,
 * bank-details-missing, idempotency-key-in-use, idempotency-key-reused, too-many-jobs, dependency-unavailable
 */
export async function requestFile(
  queue: JobQueue,
  caller: Caller,
  request: FileRequest,
  once: Once,
): Promise<ReceiptFile> {
  const { period, form } = request;
  const { organizationId, houses } = await printedHouses(caller, request);
  const houseIds = houses.map(({ houseId }) => houseId);
  await requirePrintable(caller.db, period);
  await requireReceipts(caller, { organizationId, houseIds }, period);
  const file = {
    organizationId,
    period: formatDay(firstDayOf(period)),
    form,
    houseIds,
    fileName: `${nameOf(period, request, houses)}.${form}`,
    totalAccounts: houses.reduce((sum, { accounts }) => sum + accounts, 0),
    requestedBy: caller.userId,
    requestId: caller.requestId,
  };
  return inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await lockLine(trx, RECEIPT_FILE_QUEUE, organizationId);
      const same = await repository.findSameWaiting(trx, file);
      if (same !== undefined) return toFile(same);
      await assertMayWait(trx, 'receipt_files', organizationId);
      const row = await repository.insertFile(trx, file);
      await queue.enqueue(trx, RECEIPT_FILE_QUEUE, { organizationId, reference: row.id });
      await recordChange(trx, caller.actor, {
        action: 'receipt-file.requested',
        object: { type: 'receipt-file', id: row.id },
        organizationId,
        after: {
          period: formatBillingMonth(period),
          form,
          ...(houseIds.length > MOST_HOUSES_RECORDED ? { houses: houseIds.length } : { houseIds }),
        },
      });
      return toFile(row);
    }),
  );
}

/** `kvitancii-2026-10-sadovaya-12` for one house, `kvitancii-2026-10-3-doma` for several, `kvitancii-2026-10` for all. */
function nameOf(
  period: BillingMonth,
  { houseIds }: FileRequest,
  houses: readonly PrintedHouse[],
): string {
  const which = houseIds === undefined ? undefined : nameOfHouses(houses);
  return fileNameOf('kvitancii', formatBillingMonth(period), which);
}

export type FilesQuery = PageAsked & { readonly organizationId?: number | undefined };

export async function listFilesFor(
  caller: Caller,
  query: FilesQuery,
): Promise<PageOf<ReceiptFile>> {
  const list = async (before: BeforeId) => {
    const organizationIds = await caller.organizationsOf(query.organizationId);
    return repository.listFiles(caller.db, { organizationIds, ...before });
  };
  return newestPage(query, list, toFile);
}

/** @throws Refusal not-found */
export async function getFile(caller: Caller, id: number): Promise<ReceiptFile> {
  return toFile(await getOwn(caller, id));
}

export type GivenFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
};

/**
 * The download is recorded in the audit log.
 * @throws Refusal not-found, file-not-there
 */
export async function fetchFile(caller: Caller, id: number): Promise<GivenFile> {
  const row = await getOwn(caller, id);
  const { organizationId, fileName: name, form, byteCount } = row;
  if (byteCount === null || !(await hasContent(caller.db, RECEIPT_FILES, row)))
    throw new Refusal('file-not-there', `File ${id} is not made, or is no longer kept`);
  await recordChange(caller.db, caller.actor, {
    action: 'receipt-file.receipts-exported',
    object: { type: 'receipt-file', id },
    organizationId,
    after: { period: row.period.slice(0, 7), form },
  });
  const mediaType = form === 'pdf' ? PDF : ZIP;
  const content = contentOf(caller.db, RECEIPT_FILES, row, byteCount);
  return { name, mediaType, bytes: byteCount, content };
}

/**
 * Cancels a running job.
 * @throws Refusal not-found, forbidden, job-finished
 */
export async function cancelFile(caller: Caller, id: number): Promise<ReceiptFile> {
  const { organizationId, status } = await getOwn(caller, id);
  return inTransaction(caller.db, async (trx) => {
    const ended = await endFile(trx, { organizationId, id }, { status: 'CANCELLED', error: null });
    if (ended === undefined)
      throw new Refusal('job-finished', `The job of file ${id} has ended already`);
    await recordChange(trx, caller.actor, {
      action: 'receipt-file.cancelled',
      object: { type: 'receipt-file', id },
      organizationId,
      before: { status },
      after: { status: 'CANCELLED' },
    });
    return toFile(ended);
  });
}

/**
 * Ends a job, and deletes the stored pieces of its file.
 * @returns undefined when it has already ended
 */
export async function endFile(trx: Trx, own: OwnJob, end: JobEnd): Promise<FileRow | undefined> {
  const ended = await endRow(trx, RECEIPT_FILES, own, end);
  if (ended !== undefined) await dropFile(trx, RECEIPT_FILES, own);
  return ended;
}

async function getOwn(caller: Caller, id: number): Promise<FileRow> {
  return caller.getOwn(`file of receipts ${id}`, async () =>
    repository.findFile(caller.db, caller.ownOrganizations(), id),
  );
}

function toFile(row: FileRow): ReceiptFile {
  const { id, finishedAt } = row;
  return {
    id,
    organizationId: row.organizationId,
    period: row.period.slice(0, 7),
    form: row.form,
    status: row.status,
    houseIds: row.houseIds,
    totalAccounts: row.totalAccounts,
    processedAccounts: row.processedAccounts,
    receipts: row.receipts,
    housesWithoutReceipts: row.housesWithoutReceipts,
    place: addressOf(fetchReceiptFile, { params: { receiptFileId: id } }),
    file: describeFile(row),
    error: row.error,
    errorFacts: row.errorFacts,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
