// The jobs that book penalties, in SQL.
import type { StoredJobError } from '@kvartplata/platform/database/job-error-columns.ts';
import type { JobTable } from '@kvartplata/platform/jobs/job-table.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';

export type AccrualJobRow = StoredJobError & {
  readonly id: number;
  readonly organizationId: number;
  /** In ascending order. */
  readonly houseIds: number[];
  readonly targetOn: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  readonly totalAccounts: number;
  readonly processedAccounts: number;
  readonly processedHouses: number;
  readonly createdAccruals: number;
  readonly amount: string;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

/** A job and its organization. */
export type OwnAccrualJob = {
  readonly organizationId: number;
  readonly jobId: number;
};

const COLUMNS = [
  'id',
  'organizationId',
  'houseIds',
  'targetOn',
  'status',
  'totalAccounts',
  'processedAccounts',
  'processedHouses',
  'createdAccruals',
  'amount',
  'error',
  'errorFacts',
  'requestId',
  'createdAt',
  'startedAt',
  'finishedAt',
] as const;

export const ACCRUAL_JOBS: JobTable<AccrualJobRow> = {
  table: 'penalty_accrual_jobs',
  columns: COLUMNS,
};

export type NewAccrualJob = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
  readonly targetOn: string;
  readonly totalAccounts: number;
  readonly requestedBy: number;
  readonly requestId: string;
};

export async function insertAccrualJob(trx: Trx, job: NewAccrualJob): Promise<AccrualJobRow> {
  return trx
    .insertInto('penaltyAccrualJobs')
    .values({
      organizationId: job.organizationId,
      houseIds: inOrder(job.houseIds),
      targetOn: job.targetOn,
      totalAccounts: job.totalAccounts,
      requestedBy: job.requestedBy,
      requestId: job.requestId,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The job for the same request that is waiting and has not begun. */
export async function findSameWaiting(
  trx: Trx,
  job: Pick<NewAccrualJob, 'organizationId' | 'houseIds' | 'targetOn'>,
): Promise<AccrualJobRow | undefined> {
  return trx
    .selectFrom('penaltyAccrualJobs')
    .select(COLUMNS)
    .where('organizationId', '=', job.organizationId)
    .where('status', '=', 'QUEUED')
    .where('startedAt', 'is', null)
    .where('targetOn', '=', job.targetOn)
    .where(sql<boolean>`house_ids = ${inOrder(job.houseIds)}::bigint[]`)
    .executeTakeFirst();
}

function inOrder(houseIds: readonly number[]): number[] {
  return houseIds.toSorted((a, b) => a - b);
}

export async function findAccrualJob(
  db: Db,
  organizationIds: OrganizationIds,
  jobId: number,
): Promise<AccrualJobRow | undefined> {
  return db
    .selectFrom('penaltyAccrualJobs')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('penaltyAccrualJobs', organizationIds)}`)
    .where('id', '=', jobId)
    .executeTakeFirst();
}

export type AccrualJobFilter = {
  readonly organizationIds: OrganizationIds;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listAccrualJobs(
  db: Db,
  { organizationIds, beforeId, limit }: AccrualJobFilter,
): Promise<readonly AccrualJobRow[]> {
  let query = db
    .selectFrom('penaltyAccrualJobs')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('penaltyAccrualJobs', organizationIds)}`)
    .orderBy('id', 'desc')
    .limit(limit);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.execute();
}

/** Starts the job, or takes over one that another process abandoned; undefined when it has ended. */
export async function startAccrualJob(
  db: Db,
  { organizationId, jobId }: OwnAccrualJob,
): Promise<AccrualJobRow | undefined> {
  return db
    .updateTable('penaltyAccrualJobs')
    .set({ status: 'RUNNING', startedAt: sql`least(started_at, now())` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', jobId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Takes the next houses; false when another process has done them or ended the job. */
export async function takeHouses(
  trx: Trx,
  { organizationId, jobId }: OwnAccrualJob,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('penaltyAccrualJobs')
    .set({ processedHouses: from + count })
    .where('organizationId', '=', organizationId)
    .where('id', '=', jobId)
    .where('status', '=', 'RUNNING')
    .where('processedHouses', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export type AccrualProgress = {
  readonly accounts: number;
  readonly accruals: number;
  /** Roubles as text. */
  readonly amount: string;
};

export async function addAccrualProgress(
  trx: Trx,
  { organizationId, jobId }: OwnAccrualJob,
  { accounts, accruals, amount }: AccrualProgress,
): Promise<void> {
  await trx
    .updateTable('penaltyAccrualJobs')
    .set({
      processedAccounts: sql`processed_accounts + ${accounts}`,
      createdAccruals: sql`created_accruals + ${accruals}`,
      amount: sql`amount + ${amount}::numeric`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', jobId)
    .execute();
}

/** When a job has gone through its houses, sets the expected number of accounts to the number processed. */
export async function countAllProcessed(
  trx: Trx,
  { organizationId, jobId }: OwnAccrualJob,
): Promise<void> {
  await trx
    .updateTable('penaltyAccrualJobs')
    .set({ totalAccounts: sql`processed_accounts` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', jobId)
    .where('status', '=', 'RUNNING')
    .execute();
}

/** The number of accounts with books in each of an organization's houses. */
export async function listHouseSizes(
  db: Db,
  organizationId: number,
  houseIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ houseId: number; accounts: number }>`
    select account_balances.house_id, count(*)::integer as accounts
    from account_balances
    where account_balances.organization_id = ${organizationId}
      and account_balances.house_id = any(${houseIds}::bigint[])
    group by account_balances.house_id
  `.execute(db);
  return new Map(rows.map((row) => [row.houseId, row.accounts]));
}
