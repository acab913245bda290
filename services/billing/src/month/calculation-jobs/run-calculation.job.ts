// Works the batches of calculation jobs, and ends a job with its last batch.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { requeueRow } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import type { JobQueue, QueuedJob } from '@kvartplata/platform/jobs/job-queue.ts';
import { workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Db } from '../../tables.ts';
import { keepOutliers } from '../charges/found-outliers.service.ts';
import {
  areBatchesDone,
  findBatch,
  type BatchRow,
  type OwnBatch,
} from './calculation-batches.repository.ts';
import { findError, markRunning, type OwnJob } from './calculation-jobs.repository.ts';
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
    run: async (job, signal) => {
      const batch = await findBatch(db, batchOf(job));
      if (batch === undefined) return;
      await markRunning(db, jobOf(batch));
      await computeBatch(calculator, batch, signal);
      const isDone = await endWhenDone(calculator, jobOf(batch));
      // Done here because no request is waiting: otherwise the first one to view the month would have to find them.
      if (isDone) await keepOutliers(db, monthOf(batch), signal);
    },
    requeue: async (trx, job, error) => {
      const batch = await findBatch(trx, batchOf(job));
      if (batch === undefined) return false;
      const { organizationId, id: reference } = jobOf(batch);
      await requeueRow(trx, 'calculation_jobs', { organizationId, reference }, error);
      return true;
    },
    fail: async (job, error) => failJob(db, batchOf(job), error),
  });
}

function batchOf({ organizationId, reference }: QueuedJob): OwnBatch {
  return { organizationId, id: reference };
}

function jobOf({ organizationId, jobId }: BatchRow): OwnJob {
  return { organizationId, id: jobId };
}

function monthOf({ organizationId, period }: BatchRow) {
  return { organizationId, period: Temporal.PlainYearMonth.from(period.slice(0, 7)) };
}

async function endWhenDone({ db }: Calculator, job: OwnJob): Promise<boolean> {
  const isDone = await areBatchesDone(db, job);
  if (isDone) await inTransaction(db, async (trx) => endJob(trx, job, 'COMPLETED'));
  return isDone;
}

/** Keeps the error already reported while the job waited, if any. */
async function failJob(db: Db, which: OwnBatch, error: JobError): Promise<void> {
  const batch = await findBatch(db, which);
  if (batch === undefined) return;
  const job = jobOf(batch);
  const said = await findError(db, job);
  await inTransaction(db, async (trx) => endJob(trx, job, 'FAILED', said ?? error));
}
