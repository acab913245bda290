// Files of receipts in SQL: what is asked for, how far it is, and the pieces that are kept.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import {
  firstError,
  storedError,
  type StoredJobError,
} from '@kvartplata/platform/database/job-error-columns.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';

export type FileRow = StoredJobError & {
  readonly id: number;
  readonly organizationId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly form: FileForm;
  readonly houseIds: number[];
  readonly fileName: string;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly totalAccounts: number;
  readonly processedAccounts: number;
  readonly receipts: number;
  readonly housesWithoutReceipts: number[];
  readonly byteCount: number | null;
  readonly removedAt: Date | null;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

/** A file, and whose it is. */
export type OwnFile = Pick<FileRow, 'organizationId' | 'id'>;

/** One of the starts of its job. */
export type FileStart = Pick<FileRow, 'organizationId' | 'id' | 'attempt'>;

const COLUMNS = [
  'id',
  'organizationId',
  'period',
  'form',
  'houseIds',
  'fileName',
  'status',
  'attempt',
  'totalAccounts',
  'processedAccounts',
  'receipts',
  'housesWithoutReceipts',
  'byteCount',
  'removedAt',
  'error',
  'errorFacts',
  'requestId',
  'createdAt',
  'startedAt',
  'finishedAt',
] as const;

export type NewFile = Pick<
  FileRow,
  'organizationId' | 'period' | 'form' | 'fileName' | 'totalAccounts' | 'requestId'
> & { readonly houseIds: readonly number[]; readonly requestedBy: number };

export async function insertFile(trx: Trx, { houseIds, ...file }: NewFile): Promise<FileRow> {
  return trx
    .insertInto('receiptFiles')
    .values({ ...file, houseIds: [...houseIds] })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The job that waits to make the same and has not begun. */
export async function findSameWaiting(
  trx: Trx,
  { organizationId, period, form, houseIds }: NewFile,
): Promise<FileRow | undefined> {
  return trx
    .selectFrom('receiptFiles')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'QUEUED')
    .where('startedAt', 'is', null)
    .where('period', '=', period)
    .where('form', '=', form)
    .where(sql<boolean>`house_ids = ${[...houseIds]}::bigint[]`)
    .executeTakeFirst();
}

export async function findFile(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<FileRow | undefined> {
  return db
    .selectFrom('receiptFiles')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('receiptFiles', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

export type FileFilter = {
  readonly organizationIds: OrganizationIds;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listFiles(
  db: Db,
  { organizationIds, beforeId, limit }: FileFilter,
): Promise<readonly FileRow[]> {
  let query = db
    .selectFrom('receiptFiles')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('receiptFiles', organizationIds)}`)
    .orderBy('id', 'desc')
    .limit(limit);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.execute();
}

/**
 * Begins it, also one that another process has left: from the start, and what that one still writes is not taken.
 * @returns undefined when it has ended
 */
export async function startFile(
  trx: Trx,
  { organizationId, id }: OwnFile,
): Promise<FileRow | undefined> {
  const row = await trx
    .updateTable('receiptFiles')
    .set({
      status: 'RUNNING',
      attempt: sql`attempt + 1`,
      startedAt: sql`least(started_at, now())`,
      processedAccounts: 0,
      receipts: 0,
      housesWithoutReceipts: [],
      ...storedError(null),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row !== undefined) await deletePieces(trx, row);
  return row;
}

export type FileProgress = {
  readonly accounts: number;
  readonly receipts: number;
  readonly without: readonly number[];
};

/** @returns false when the job has ended or begun again */
export async function writeProgress(
  db: Db,
  { organizationId, id, attempt }: FileStart,
  { accounts, receipts, without }: FileProgress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receiptFiles')
    .set({ processedAccounts: accounts, receipts, housesWithoutReceipts: [...without] })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertPiece(
  trx: Trx,
  { organizationId, id }: OwnFile,
  number: number,
  bytes: Buffer,
): Promise<void> {
  await trx
    .insertInto('receiptFilePieces')
    .values({ organizationId, receiptFileId: id, number, bytes })
    .execute();
}

/** Undefined behind the last one. */
export async function findPiece(
  db: Db,
  { organizationId, id }: OwnFile,
  number: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('receiptFilePieces')
    .select('bytes')
    .where('organizationId', '=', organizationId)
    .where('receiptFileId', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.bytes;
}

async function deletePieces(trx: Trx, { organizationId, id }: OwnFile): Promise<void> {
  await trx
    .deleteFrom('receiptFilePieces')
    .where('organizationId', '=', organizationId)
    .where('receiptFileId', '=', id)
    .execute();
}

/** @returns false when the job has ended or begun again */
export async function completeFile(
  trx: Trx,
  { organizationId, id, attempt }: FileStart,
  byteCount: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('receiptFiles')
    .set({
      status: 'COMPLETED',
      byteCount,
      finishedAt: sql`now()`,
      processedAccounts: sql`total_accounts`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Ends a job that has made nothing, and throws away what is there of it.
 * @returns undefined when it has ended already
 */
export async function endFile(
  trx: Trx,
  { organizationId, id }: OwnFile,
  status: 'FAILED' | 'CANCELLED',
  error: JobError | null,
): Promise<FileRow | undefined> {
  const row = await trx
    .updateTable('receiptFiles')
    .set({
      status,
      ...(error === null ? storedError(null) : firstError(error)),
      finishedAt: sql`now()`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row !== undefined) await deletePieces(trx, row);
  return row;
}

/** Of those with a file that is kept. */
export async function listKeepers(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('receiptFiles')
    .select('organizationId')
    .distinct()
    .where('status', '=', 'COMPLETED')
    .where('removedAt', 'is', null)
    .execute();
  return rows.map(({ organizationId }) => organizationId);
}

export type KeptFile = {
  readonly id: number;
  readonly byteCount: number;
  readonly finishedAt: Date;
};

/** Newest first. */
export async function listKept(db: Db, organizationId: number): Promise<readonly KeptFile[]> {
  const { rows } = await sql<KeptFile>`
    select receipt_files.id, receipt_files.byte_count, receipt_files.finished_at
    from receipt_files
    where receipt_files.organization_id = ${organizationId} and receipt_files.status = 'COMPLETED'
      and receipt_files.removed_at is null
    order by receipt_files.id desc
  `.execute(db);
  return rows;
}

export async function removeFile(trx: Trx, { organizationId, id }: OwnFile): Promise<void> {
  await trx
    .updateTable('receiptFiles')
    .set({ removedAt: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .execute();
  await deletePieces(trx, { organizationId, id });
}
