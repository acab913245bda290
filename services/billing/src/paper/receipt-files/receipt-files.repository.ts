// Files of receipts in SQL: the requests, their progress, and the stored pieces.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import type { StoredJobError } from '@kvartplata/platform/database/job-error-columns.ts';
import type { JobTable } from '@kvartplata/platform/jobs/job-table.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import type { KeptFiles } from '../kept-pieces.ts';

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

/** The jobs that make files of receipts, and where their bytes are stored. */
export const RECEIPT_FILES: JobTable<FileRow> & KeptFiles = {
  table: 'receipt_files',
  columns: COLUMNS,
  pieces: 'receipt_file_pieces',
  fileColumn: 'receipt_file_id',
};

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

/** The job for the same request that is waiting and has not begun. */
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
