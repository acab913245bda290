// Works the batches of calculation jobs, and ends a job with the last of its batches.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Db } from '../../tables.ts';
import { areBatchesDone, findBatch } from './calculation-batches.repository.ts';
import { findError, markRunning, requeueJob } from './calculation-jobs.repository.ts';
import { CALCULATION_QUEUE, endJob } from './calculation-jobs.service.ts';
import { computeBatch, type Calculator } from './compute-batch.service.ts';

/** While one batch is stored the next is fetched and computed. */
export const BATCHES_AT_ONCE = 2;

/** Starts taking batches from the queue. */
export async function workCalculations(calculator: Calculator, queue: JobQueue): Promise<void> {
  const { db, log } = calculator;
  await workLongJobs({
    db,
    queue,
    log,
    line: CALCULATION_QUEUE,
    name: 'a batch of houses',
    atOnce: BATCHES_AT_ONCE,
    run: async ({ reference: batchId }, signal) => {
      const batch = await findBatch(db, batchId);
      if (batch === undefined) return;
      await markRunning(db, batch.jobId);
      await computeBatch(calculator, batch, signal);
      await endWhenDone(calculator, batch.jobId);
    },
    requeue: async (trx, { reference: batchId }, error) => {
      const batch = await findBatch(trx, batchId);
      if (batch !== undefined) await requeueJob(trx, batch.jobId, error);
      return batch !== undefined;
    },
    fail: async ({ reference: batchId }, error) => failJob(db, batchId, error),
  });
}

async function endWhenDone({ db }: Calculator, jobId: number): Promise<void> {
  if (await areBatchesDone(db, jobId))
    await inTransaction(db, async (trx) => endJob(trx, jobId, 'COMPLETED'));
}

/** With what was said of it while it waited, if anything was. */
async function failJob(db: Db, batchId: number, error: JobError): Promise<void> {
  const batch = await findBatch(db, batchId);
  if (batch === undefined) return;
  const said = await findError(db, batch.jobId);
  await inTransaction(db, async (trx) => endJob(trx, batch.jobId, 'FAILED', said ?? error));
}
