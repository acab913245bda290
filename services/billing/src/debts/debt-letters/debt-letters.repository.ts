// Letters to many debtors in SQL: the requests, their progress, and the stored pieces of their files.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { DebtLetterKind } from '@kvartplata/contracts/billing/debt-letters.ts';
import type { FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import type { StoredJobError } from '@kvartplata/platform/database/job-error-columns.ts';
import type { JobTable, OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { KeptFiles } from '../../paper/kept-pieces.ts';
import type { Db, Trx } from '../../tables.ts';

export type LettersRow = StoredJobError & {
  readonly id: number;
  readonly organizationId: number;
  readonly kind: DebtLetterKind;
  readonly form: FileForm;
  readonly dryRun: boolean;
  readonly houseIds: number[];
  /** Only these accounts; null for all. */
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

/** The jobs that make letters, and where the bytes of their files are stored. */
export const DEBT_LETTERS: JobTable<LettersRow> & KeptFiles = {
  table: 'debt_letters',
  columns: COLUMNS,
  pieces: 'debt_letter_pieces',
  fileColumn: 'debt_letters_id',
};

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

/** The job for the same request that is waiting and has not begun. */
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

/** Deletes what an earlier start made and nobody has received; a notice on which a step was taken stays. */
export async function deleteMade(trx: Trx, { organizationId, id }: OwnJob): Promise<void> {
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
