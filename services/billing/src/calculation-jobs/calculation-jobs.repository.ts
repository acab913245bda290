// Calculation jobs and the state of each house's month in SQL.
import type { Skipped } from '@kvartplata/domain/charging/calculate-house.ts';
import { sql } from 'kysely';
import type { HouseMonth } from '../charges/charges.repository.ts';
import type { Db, Trx } from '../tables.ts';

export type JobRow = {
  readonly id: number;
  readonly organization_id: number;
  readonly billing_cycle_id: number;
  readonly period: string;
  readonly house_ids: number[];
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  readonly total_accounts: number;
  readonly processed_accounts: number;
  readonly created_charges: number;
  readonly skipped: Skipped[];
  readonly error: string | null;
  readonly request_id: string;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
};

const JOB_COLUMNS = [
  'id',
  'organization_id',
  'billing_cycle_id',
  'period',
  'house_ids',
  'status',
  'total_accounts',
  'processed_accounts',
  'created_charges',
  'skipped',
  'error',
  'request_id',
  'created_at',
  'started_at',
  'finished_at',
] as const;

export type NewJob = {
  readonly organizationId: number;
  readonly cycleId: number;
  readonly period: string;
  readonly houseIds: readonly number[];
  readonly totalAccounts: number;
  readonly requestedBy: number;
  readonly requestId: string;
};

export async function insertJob(trx: Trx, job: NewJob): Promise<JobRow> {
  return trx
    .insertInto('calculation_jobs')
    .values({
      organization_id: job.organizationId,
      billing_cycle_id: job.cycleId,
      period: job.period,
      house_ids: [...job.houseIds],
      total_accounts: job.totalAccounts,
      requested_by: job.requestedBy,
      request_id: job.requestId,
    })
    .returning(JOB_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function findJob(db: Db, jobId: number): Promise<JobRow | undefined> {
  return db
    .selectFrom('calculation_jobs')
    .select(JOB_COLUMNS)
    .where('id', '=', jobId)
    .executeTakeFirst();
}

export type JobFilter = {
  /** `all` is the platform's admin. */
  readonly organizationIds: readonly number[] | 'all';
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listJobs(
  db: Db,
  { organizationIds, beforeId, limit }: JobFilter,
): Promise<readonly JobRow[]> {
  let query = db
    .selectFrom('calculation_jobs')
    .select(JOB_COLUMNS)
    .orderBy('id', 'desc')
    .limit(limit);
  if (organizationIds !== 'all')
    query = query.where(
      'organization_id',
      'in',
      organizationIds.length === 0 ? [0] : organizationIds,
    );
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.execute();
}

/** Takes the job into work, also one that another process has left; undefined when it is finished or cancelled. */
export async function startJob(db: Db, jobId: number): Promise<JobRow | undefined> {
  return db
    .updateTable('calculation_jobs')
    .set({ status: 'RUNNING', started_at: sql`coalesce(started_at, now())` })
    .where('id', '=', jobId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(JOB_COLUMNS)
    .executeTakeFirst();
}

/** Puts a job whose work was interrupted back in line, with the reason that people see meanwhile. */
export async function requeueJob(db: Db | Trx, jobId: number, error: string | null): Promise<void> {
  await db
    .updateTable('calculation_jobs')
    .set({ status: 'QUEUED', error })
    .where('id', '=', jobId)
    .where('status', '=', 'RUNNING')
    .execute();
}

export async function finishJob(db: Db, jobId: number): Promise<void> {
  await db
    .updateTable('calculation_jobs')
    .set({
      status: 'COMPLETED',
      error: null,
      total_accounts: sql`processed_accounts`,
      finished_at: sql`now()`,
    })
    .where('id', '=', jobId)
    .where('status', '=', 'RUNNING')
    .execute();
}

/** @param reason kept when the job has none of its own yet */
export async function failJob(db: Db, jobId: number, reason: string): Promise<void> {
  await db
    .updateTable('calculation_jobs')
    .set({ status: 'FAILED', error: sql`coalesce(error, ${reason})`, finished_at: sql`now()` })
    .where('id', '=', jobId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .execute();
}

/** The job's houses that it has not computed yet, in ascending order. */
export async function listHousesToCompute(db: Db, job: JobRow): Promise<readonly number[]> {
  const { rows } = await sql<{ house_id: number }>`
    select houses.house_id
    from unnest(${job.house_ids}::bigint[]) as houses (house_id)
    where not exists (
      select from house_months
      where house_months.house_id = houses.house_id
        and house_months.period = ${job.period}
        and house_months.calculation_job_id = ${job.id}
    )
    order by houses.house_id
  `.execute(db);
  return rows.map((row) => row.house_id);
}

/** Takes the house's month for the job: another job on the same house waits here until the transaction ends. */
export async function lockHouseMonth(trx: Trx, month: HouseMonth): Promise<void> {
  await sql`
    insert into house_months (house_id, period, organization_id, billing_cycle_id, calculation_job_id)
    values (${month.houseId}, ${month.period}, ${month.organizationId}, ${month.cycleId}, ${month.jobId})
    on conflict on constraint house_months_pkey do update
      set organization_id = excluded.organization_id, billing_cycle_id = excluded.billing_cycle_id,
        calculation_job_id = excluded.calculation_job_id
  `.execute(trx);
}

/** Keeps the sums of what the house's month holds now. */
export async function sumHouseMonth(trx: Trx, { houseId, period }: HouseMonth): Promise<void> {
  await sql`
    update house_months
    set accounts = sums.accounts, charges = sums.charges, amount = sums.amount, computed_at = now()
    from (
      select count(distinct charges.personal_account_id)::integer as accounts, count(*)::integer as charges,
        coalesce(sum(charges.amount), 0) as amount
      from charges
      where charges.house_id = ${houseId} and charges.period = ${period}
    ) sums
    where house_months.house_id = ${houseId} and house_months.period = ${period}
  `.execute(trx);
}

export type Progress = {
  readonly accounts: number;
  readonly charges: number;
  readonly skipped: readonly Skipped[];
};

/** Adds one house's work to the job's progress; false when the job was cancelled meanwhile. */
export async function addProgress(trx: Trx, jobId: number, progress: Progress): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('calculation_jobs')
    .set({
      processed_accounts: sql`processed_accounts + ${progress.accounts}`,
      created_charges: sql`created_charges + ${progress.charges}`,
      skipped: sql`skipped || ${JSON.stringify(progress.skipped)}::jsonb`,
    })
    .where('id', '=', jobId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
