// Works the batches of calculation jobs, and ends a job with the last of its batches.
import { setTimeout } from 'node:timers/promises';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { toRefusal } from '@kvartplata/platform/http/problem-document.ts';
import type { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { areBatchesDone, findBatch, type BatchRow } from './calculation-batches.repository.ts';
import { findError, markRunning, requeueJob } from './calculation-jobs.repository.ts';
import { CALCULATION_QUEUE, endJob } from './calculation-jobs.service.ts';
import { computeBatch, type Calculator } from './compute-batch.service.ts';

/** While one batch is stored the next is fetched and computed. */
export const BATCHES_AT_ONCE = 2;
/** How long a worker rests after a failure that may pass, before it takes the next batch into the same trouble. */
const REST_MS = 1_000;

/** Starts taking batches from the queue. */
export async function workCalculations(calculator: Calculator, queue: JobQueue): Promise<void> {
  const { db, log } = calculator;
  await queue.work(
    CALCULATION_QUEUE,
    async (batchId, signal) => {
      const batch = await findBatch(db, batchId);
      if (batch === undefined) return;
      try {
        await markRunning(db, batch.jobId);
        await computeBatch(calculator, batch, signal);
        await endWhenDone(calculator, batch.jobId);
      } catch (error) {
        const refusal = toRefusal(error);
        if (signal.aborted) {
          await handBack(calculator, queue, batch);
        } else if (refusal.status === 503) {
          log.warn({ err: error, jobId: batch.jobId }, 'a batch of houses will be tried again');
          await requeueJob(db, batch.jobId, refusal.message);
          await setTimeout(REST_MS, undefined, { signal }).catch(() => undefined);
          throw error;
        } else {
          await fail(calculator, batch.jobId, reasonOf(refusal), error);
        }
      }
    },
    BATCHES_AT_ONCE,
  );
  await queue.giveUp(CALCULATION_QUEUE, async (batchId) => {
    const batch = await findBatch(db, batchId);
    if (batch === undefined) return;
    const reason = await findError(db, batch.jobId);
    await fail(calculator, batch.jobId, reason ?? 'The work was interrupted too often');
  });
}

async function endWhenDone({ db }: Calculator, jobId: number): Promise<void> {
  if (await areBatchesDone(db, jobId))
    await inTransaction(db, async (trx) => endJob(trx, jobId, 'COMPLETED'));
}

async function fail(
  { db, log }: Calculator,
  jobId: number,
  reason: string,
  error?: unknown,
): Promise<void> {
  const wasUnderWay = await inTransaction(db, async (trx) => endJob(trx, jobId, 'FAILED', reason));
  if (wasUnderWay) log.error({ err: error, jobId, reason }, 'a calculation job failed');
}

/** The process is stopping: the batch goes to the end of its organization's line, where another process finds it. */
async function handBack({ db }: Calculator, queue: JobQueue, batch: BatchRow): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requeueJob(trx, batch.jobId, null);
    const { id: reference, organizationId } = batch;
    await queue.enqueue(trx, CALCULATION_QUEUE, { organizationId, reference });
  });
}

/** What people are told: our own refusals in their words, the rest without its insides. */
function reasonOf(refusal: Refusal): string {
  return refusal.code === 'internal-error'
    ? 'An unexpected fault; the log of the billing-service tells more'
    : refusal.message;
}
