// The batches of jobs under way in SQL. A batch is deleted when its job ends.
import type { FaultyHouse } from '@kvartplata/contracts/job-errors.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { OwnJob } from './calculation-jobs.repository.ts';

/** @returns the ids of the batches */
export async function insertBatches(
  trx: Trx,
  job: OwnJob,
  batches: readonly (readonly number[])[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into calculation_batches (organization_id, calculation_job_id, houses_left)
    select ${job.organizationId}, ${job.id}, array(select json_array_elements_text(batches.house_ids)::bigint)
    from json_array_elements(${JSON.stringify(batches)}::json) as batches (house_ids)
    returning id
  `.execute(trx);
  return rows.map(({ id }) => id);
}

export type BatchRow = {
  readonly id: number;
  readonly jobId: number;
  readonly organizationId: number;
  readonly billingCycleId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly requestId: string;
  readonly housesLeft: number[];
};

/** Identifies a batch and its organization. */
export type OwnBatch = Pick<BatchRow, 'organizationId' | 'id'>;

/** The batch with what it needs from its job; undefined when the job has ended. */
export async function findBatch(
  db: Db,
  { organizationId, id }: OwnBatch,
): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select calculation_batches.id, calculation_jobs.id as job_id, calculation_jobs.organization_id,
      calculation_jobs.billing_cycle_id, calculation_jobs.period, calculation_jobs.request_id,
      calculation_batches.houses_left
    from calculation_batches
    join calculation_jobs on calculation_jobs.organization_id = ${organizationId}
      and calculation_jobs.id = calculation_batches.calculation_job_id
    where calculation_batches.organization_id = ${organizationId} and calculation_batches.id = ${id}
      and calculation_jobs.status in ('QUEUED', 'RUNNING')
  `.execute(db);
  return rows[0];
}

export type BatchStep = {
  readonly houseIds: readonly number[];
  readonly processedAccounts: number;
  readonly createdCharges: number;
  readonly skippedCount: number;
  readonly faults: readonly FaultyHouse[];
};

/** Records that the houses are done; false when another worker has already done one of them. */
export async function advanceBatch(
  trx: Trx,
  { organizationId, id }: OwnBatch,
  step: BatchStep,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update calculation_batches
    set houses_left = array(
        select house_id from unnest(calculation_batches.houses_left) as house_id
        where house_id <> all (${step.houseIds}::bigint[])
      ),
      processed_accounts = calculation_batches.processed_accounts + ${step.processedAccounts},
      created_charges = calculation_batches.created_charges + ${step.createdCharges},
      skipped_count = calculation_batches.skipped_count + ${step.skippedCount},
      faults = calculation_batches.faults || ${JSON.stringify(step.faults)}::jsonb
    where calculation_batches.organization_id = ${organizationId} and calculation_batches.id = ${id}
      and calculation_batches.houses_left @> ${step.houseIds}::bigint[]
  `.execute(trx);
  return numAffectedRows === 1n;
}

/** Whether all batches of the job are done. */
export async function areBatchesDone(db: Db, { organizationId, id }: OwnJob): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select not exists (
      select from calculation_batches
      where calculation_batches.organization_id = ${organizationId} and calculation_batches.calculation_job_id = ${id}
        and calculation_batches.houses_left <> '{}'
    ) as done
  `.execute(db);
  return rows[0]?.done ?? false;
}

export type BatchSums = {
  readonly processedAccounts: number;
  readonly createdCharges: number;
  readonly skippedCount: number;
  readonly faults: number;
  /** The first few. */
  readonly someFaults: FaultyHouse[];
};

/** Deletes the batches and returns their totals. */
export async function deleteBatches(
  trx: Trx,
  { organizationId, id }: OwnJob,
  faultsReported: number,
): Promise<BatchSums> {
  const { rows } = await sql<BatchSums>`
    with gone as (
      delete from calculation_batches
      where calculation_batches.organization_id = ${organizationId} and calculation_batches.calculation_job_id = ${id}
      returning id, processed_accounts, created_charges, skipped_count, faults
    )
    select coalesce(sum(gone.processed_accounts), 0)::integer as processed_accounts,
      coalesce(sum(gone.created_charges), 0)::integer as created_charges,
      coalesce(sum(gone.skipped_count), 0)::integer as skipped_count,
      coalesce(sum(jsonb_array_length(gone.faults)), 0)::integer as faults,
      array(
        select fault from gone as told, jsonb_array_elements(told.faults) as fault order by told.id limit ${faultsReported}
      ) as some_faults
    from gone
  `.execute(trx);
  const [sums] = rows;
  if (sums === undefined) throw new Error('an aggregate has a row');
  return sums;
}
