// Letters to many debtors in SQL: what is asked for, how far it is, and the pieces that are kept.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { DebtLetterKind } from '@kvartplata/contracts/billing/debt-letters.ts';
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

export type LettersRow = StoredJobError & {
  readonly id: number;
  readonly organizationId: number;
  readonly kind: DebtLetterKind;
  readonly form: FileForm;
  readonly dryRun: boolean;
  readonly houseIds: number[];
  /** Of these alone; null for all. */
  readonly accountIds: number[] | null;
  readonly minMonths: number;
  readonly minDebt: string;
  readonly madeOn: string;
  readonly fileName: string;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly totalAccounts: number;
  readonly judgedAccounts: number;
  readonly leftOut: number;
  readonly letters: number;
  readonly drawnLetters: number;
  readonly byteCount: number | null;
  readonly removedAt: Date | null;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

/** Letters, and whose they are. */
export type OwnLetters = Pick<LettersRow, 'organizationId' | 'id'>;

/** One of the starts of their job. */
export type LettersStart = Pick<LettersRow, 'organizationId' | 'id' | 'attempt'>;

const COLUMNS = [
  'id',
  'organizationId',
  'kind',
  'form',
  'dryRun',
  'houseIds',
  'accountIds',
  'minMonths',
  'minDebt',
  'madeOn',
  'fileName',
  'status',
  'attempt',
  'totalAccounts',
  'judgedAccounts',
  'leftOut',
  'letters',
  'drawnLetters',
  'byteCount',
  'removedAt',
  'error',
  'errorFacts',
  'requestedBy',
  'requestId',
  'createdAt',
  'startedAt',
  'finishedAt',
] as const;

export type NewLetters = Pick<
  LettersRow,
  | 'organizationId'
  | 'kind'
  | 'form'
  | 'dryRun'
  | 'minMonths'
  | 'minDebt'
  | 'madeOn'
  | 'fileName'
  | 'totalAccounts'
  | 'requestedBy'
  | 'requestId'
> & {
  readonly houseIds: readonly number[];
  readonly accountIds: readonly number[] | null;
};

export async function insertLetters(
  trx: Trx,
  { houseIds, accountIds, ...letters }: NewLetters,
): Promise<LettersRow> {
  return trx
    .insertInto('debtLetters')
    .values({
      ...letters,
      houseIds: [...houseIds],
      accountIds: accountIds && [...accountIds],
      byteCount: null,
      removedAt: null,
      startedAt: null,
      finishedAt: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The job that waits to make the same and has not begun. */
export async function findSameWaiting(
  trx: Trx,
  asked: NewLetters,
): Promise<LettersRow | undefined> {
  return trx
    .selectFrom('debtLetters')
    .select(COLUMNS)
    .where('organizationId', '=', asked.organizationId)
    .where('status', '=', 'QUEUED')
    .where('startedAt', 'is', null)
    .where('kind', '=', asked.kind)
    .where('form', '=', asked.form)
    .where('dryRun', '=', asked.dryRun)
    .where('minMonths', '=', asked.minMonths)
    .where('minDebt', '=', asked.minDebt)
    .where('madeOn', '=', asked.madeOn)
    .where(sql<boolean>`house_ids = ${[...asked.houseIds]}::bigint[]`)
    .where(
      sql<boolean>`account_ids is not distinct from ${asked.accountIds && [...asked.accountIds]}::bigint[]`,
    )
    .executeTakeFirst();
}

export async function findLetters(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<LettersRow | undefined> {
  return db
    .selectFrom('debtLetters')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('debtLetters', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

export type LettersFilter = {
  readonly organizationIds: OrganizationIds;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listLetters(
  db: Db,
  { organizationIds, beforeId, limit }: LettersFilter,
): Promise<readonly LettersRow[]> {
  let query = db
    .selectFrom('debtLetters')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('debtLetters', organizationIds)}`)
    .orderBy('id', 'desc')
    .limit(limit);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.execute();
}

/**
 * Begins them, also those that another process has left: from the start, and what that one still writes is not taken.
 * @returns undefined when the job has ended
 */
export async function startLetters(
  trx: Trx,
  { organizationId, id }: OwnLetters,
): Promise<LettersRow | undefined> {
  const row = await trx
    .updateTable('debtLetters')
    .set({
      status: 'RUNNING',
      attempt: sql`attempt + 1`,
      startedAt: sql`least(started_at, now())`,
      judgedAccounts: 0,
      leftOut: 0,
      letters: 0,
      drawnLetters: 0,
      ...storedError(null),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row !== undefined) await deleteMade(trx, row);
  return row;
}

export type LettersProgress = Pick<
  LettersRow,
  'judgedAccounts' | 'leftOut' | 'letters' | 'drawnLetters'
>;

/** @returns false when the job has ended or begun again */
export async function writeProgress(
  db: Db,
  { organizationId, id, attempt }: LettersStart,
  { judgedAccounts, leftOut, letters, drawnLetters }: LettersProgress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('debtLetters')
    .set({ judgedAccounts, leftOut, letters, drawnLetters })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertPiece(
  trx: Trx,
  { organizationId, id }: OwnLetters,
  number: number,
  bytes: Buffer,
): Promise<void> {
  await trx
    .insertInto('debtLetterPieces')
    .values({ organizationId, debtLettersId: id, number, bytes })
    .execute();
}

/** Undefined behind the last one. */
export async function findPiece(
  db: Db,
  { organizationId, id }: OwnLetters,
  number: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('debtLetterPieces')
    .select('bytes')
    .where('organizationId', '=', organizationId)
    .where('debtLettersId', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.bytes;
}

async function deletePieces(trx: Trx, { organizationId, id }: OwnLetters): Promise<void> {
  await trx
    .deleteFrom('debtLetterPieces')
    .where('organizationId', '=', organizationId)
    .where('debtLettersId', '=', id)
    .execute();
}

/** What no one has received: a notice of which a step was taken stays. */
async function deleteMade(trx: Trx, own: OwnLetters): Promise<void> {
  const { organizationId, id } = own;
  await deletePieces(trx, own);
  await trx
    .deleteFrom('debtLetterAccounts')
    .where('organizationId', '=', organizationId)
    .where('debtLettersId', '=', id)
    .execute();
  await trx
    .deleteFrom('restrictionNotices')
    .where('organizationId', '=', organizationId)
    .where('debtLettersId', '=', id)
    .where('state', '=', 'made')
    .execute();
}

/** @param byteCount null of a dry run @returns false when the job has ended or begun again */
export async function completeLetters(
  trx: Trx,
  { organizationId, id, attempt }: LettersStart,
  byteCount: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('debtLetters')
    .set({ status: 'COMPLETED', byteCount, finishedAt: sql`now()` })
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
export async function endLetters(
  trx: Trx,
  { organizationId, id }: OwnLetters,
  status: 'FAILED' | 'CANCELLED',
  error: JobError | null,
): Promise<LettersRow | undefined> {
  const row = await trx
    .updateTable('debtLetters')
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
  if (row !== undefined) await deleteMade(trx, row);
  return row;
}

/** Of those with a file that is kept. */
export async function listKeepers(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('debtLetters')
    .select('organizationId')
    .distinct()
    .where('status', '=', 'COMPLETED')
    .where('removedAt', 'is', null)
    .where('dryRun', '=', false)
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
    select debt_letters.id, debt_letters.byte_count, debt_letters.finished_at
    from debt_letters
    where debt_letters.organization_id = ${organizationId} and debt_letters.status = 'COMPLETED'
      and debt_letters.removed_at is null and not debt_letters.dry_run
    order by debt_letters.id desc
  `.execute(db);
  return rows;
}

export async function removeFile(trx: Trx, { organizationId, id }: OwnLetters): Promise<void> {
  await trx
    .updateTable('debtLetters')
    .set({ removedAt: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .execute();
  await deletePieces(trx, { organizationId, id });
}
