// Calculation jobs in SQL. While a job is under way its sums are those of its batches.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import {
  readError,
  storedError,
  type StoredJobError,
} from '@kvartplata/platform/database/job-error-columns.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';

export type JobStatus = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export type JobRow = StoredJobError & {
  readonly id: number;
  readonly organizationId: number;
  readonly billingCycleId: number;
  readonly period: string;
  readonly houseIds: number[];
  readonly status: JobStatus;
  readonly totalAccounts: number;
  readonly processedAccounts: number;
  readonly createdCharges: number;
  readonly skippedCount: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

/** Identifies a job and its organization. */
export type OwnJob = Pick<JobRow, 'organizationId' | 'id'>;

export type NewJob = {
  readonly organizationId: number;
  readonly cycleId: number;
  readonly period: string;
  readonly houseIds: readonly number[];
  readonly totalAccounts: number;
  readonly requestedBy: number;
  readonly requestId: string;
};

/** @returns the new job's id */
export async function insertJob(trx: Trx, job: NewJob): Promise<number> {
  const { id } = await trx
    .insertInto('calculationJobs')
    .values({
      organizationId: job.organizationId,
      billingCycleId: job.cycleId,
      period: job.period,
      houseIds: [...job.houseIds],
      totalAccounts: job.totalAccounts,
      requestedBy: job.requestedBy,
      requestId: job.requestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * A job for the same calculation that had not begun when the transaction began, and so reads whatever was there before: a second
 * click comes while the first one's job is being created, and finds it at work.
 */
export async function findSame(
  trx: Trx,
  job: Pick<NewJob, 'organizationId' | 'cycleId' | 'houseIds'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select calculation_jobs.id from calculation_jobs
    where calculation_jobs.organization_id = ${job.organizationId} and calculation_jobs.status in ('QUEUED', 'RUNNING', 'COMPLETED')
      and (calculation_jobs.started_at is null or calculation_jobs.started_at >= now())
      and calculation_jobs.billing_cycle_id = ${job.cycleId}
      and calculation_jobs.house_ids = ${[...job.houseIds]}::bigint[]
    limit 1
  `.execute(trx);
  return rows[0]?.id;
}

export async function findJob(
  db: Db,
  organizationIds: OrganizationIds,
  jobId: number,
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${jobWithSums(organizationIds)}
    where ${ofOrganizations('calculationJobs', organizationIds)} and calculation_jobs.id = ${jobId}
  `.execute(db);
  return rows[0];
}

export type JobFilter = {
  readonly organizationIds: OrganizationIds;
  /** The first day of the month. */
  readonly period: string | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listJobs(
  db: Db,
  { organizationIds, period, beforeId, limit }: JobFilter,
): Promise<readonly JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${jobWithSums(organizationIds)}
    where ${ofOrganizations('calculationJobs', organizationIds)}
      and ${beforeId === undefined ? sql`true` : sql`calculation_jobs.id < ${beforeId}`}
      and ${period === undefined ? sql`true` : sql`calculation_jobs.period = ${period}`}
    order by calculation_jobs.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}

/** What changes while a job is under way. */
export type JobProgress = Pick<
  JobRow,
  | 'organizationId'
  | 'id'
  | 'status'
  | 'processedAccounts'
  | 'createdCharges'
  | 'skippedCount'
  | 'error'
  | 'errorFacts'
>;

export async function listProgress(
  db: Db,
  jobs: readonly OwnJob[],
): Promise<readonly JobProgress[]> {
  const organizationIds = [...new Set(jobs.map(({ organizationId }) => organizationId))];
  const { rows } = await sql<JobProgress>`
    select calculation_jobs.organization_id, calculation_jobs.id, calculation_jobs.status, calculation_jobs.error, calculation_jobs.error_facts,
      ${SUMS} ${fromJobsAndSums(organizationIds)}
    where ${ofOrganizations('calculationJobs', organizationIds)}
      and calculation_jobs.id = any(${jobs.map(({ id }) => id)}::bigint[])
    order by calculation_jobs.id
  `.execute(db);
  return rows;
}

/** A job is RUNNING from its first batch on, and again once it continues after a failure. */
export async function markRunning(db: Db, { organizationId, id }: OwnJob): Promise<void> {
  await sql`
    update calculation_jobs
    set status = 'RUNNING', started_at = least(calculation_jobs.started_at, now()),
      error = null, error_facts = null
    where calculation_jobs.organization_id = ${organizationId} and calculation_jobs.id = ${id}
      and calculation_jobs.status = 'QUEUED'
  `.execute(db);
}

/** Whether the job is still under way; if so, it stays that way until the transaction ends. */
export async function lockJobForBatch(trx: Trx, { organizationId, id }: OwnJob): Promise<boolean> {
  const { rows } = await sql`
    select from calculation_jobs
    where calculation_jobs.organization_id = ${organizationId} and calculation_jobs.id = ${id}
      and calculation_jobs.status in ('QUEUED', 'RUNNING')
    for share
  `.execute(trx);
  return rows.length === 1;
}

/** Like `lockJobForBatch`, for ending the job: waits for batches that are just being stored. */
export async function lockJobForEnd(trx: Trx, { organizationId, id }: OwnJob): Promise<boolean> {
  const { rows } = await sql`
    select from calculation_jobs
    where calculation_jobs.organization_id = ${organizationId} and calculation_jobs.id = ${id}
      and calculation_jobs.status in ('QUEUED', 'RUNNING')
    for update
  `.execute(trx);
  return rows.length === 1;
}

export type JobEnd = {
  readonly status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  readonly error: JobError | null;
  readonly processedAccounts: number;
  readonly createdCharges: number;
  readonly skippedCount: number;
};

/** From its end on, a job has its own sums. */
export async function updateEndedJob(
  trx: Trx,
  { organizationId, id }: OwnJob,
  end: JobEnd,
): Promise<void> {
  const { error, errorFacts } = storedError(end.error);
  await sql`
    update calculation_jobs
    set status = ${end.status}, error = ${error}, error_facts = ${errorFacts}::jsonb,
      processed_accounts = ${end.processedAccounts},
      created_charges = ${end.createdCharges}, skipped_count = ${end.skippedCount},
      total_accounts = case when ${end.status} = 'COMPLETED' then ${end.processedAccounts}::integer
        else calculation_jobs.total_accounts end,
      finished_at = now()
    where calculation_jobs.organization_id = ${organizationId} and calculation_jobs.id = ${id}
  `.execute(trx);
}

/** The last reported reason why the job waits. */
export async function findError(db: Db, { organizationId, id }: OwnJob): Promise<JobError | null> {
  const { rows } = await sql<StoredJobError>`
    select calculation_jobs.error, calculation_jobs.error_facts
    from calculation_jobs
    where calculation_jobs.organization_id = ${organizationId} and calculation_jobs.id = ${id}
  `.execute(db);
  return rows[0] === undefined ? null : readError(rows[0]);
}

const SUMS = sql`
  calculation_jobs.processed_accounts + sums.processed_accounts as processed_accounts,
  calculation_jobs.created_charges + sums.created_charges as created_charges,
  calculation_jobs.skipped_count + sums.skipped_count as skipped_count`;

const fromJobsAndSums = (organizationIds: OrganizationIds) => sql`
  from calculation_jobs
  cross join lateral (
    select coalesce(sum(calculation_batches.processed_accounts), 0)::integer as processed_accounts,
      coalesce(sum(calculation_batches.created_charges), 0)::integer as created_charges,
      coalesce(sum(calculation_batches.skipped_count), 0)::integer as skipped_count
    from calculation_batches
    where ${ofOrganizations('calculationBatches', organizationIds)}
      and calculation_batches.organization_id = calculation_jobs.organization_id
      and calculation_batches.calculation_job_id = calculation_jobs.id
  ) as sums`;

const jobWithSums = (organizationIds: OrganizationIds) => sql`
  calculation_jobs.id, calculation_jobs.organization_id, calculation_jobs.billing_cycle_id, calculation_jobs.period,
  calculation_jobs.house_ids, calculation_jobs.status, calculation_jobs.total_accounts, calculation_jobs.error,
  calculation_jobs.error_facts, calculation_jobs.created_at, calculation_jobs.started_at, calculation_jobs.finished_at, ${SUMS}
  ${fromJobsAndSums(organizationIds)}`;
