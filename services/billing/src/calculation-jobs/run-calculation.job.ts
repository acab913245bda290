// Runs a calculation job: house by house, each in one transaction together with the job's progress, so that a
// process which dies loses at most the house it was at, and the next one goes on from there.
import { calculateHouse } from '@kvartplata/domain/charging/calculate-house.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { toRefusal } from '@kvartplata/platform/http/problem-document.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import type { CoreClient } from '../access/core-client.ts';
import { replaceHouseCharges } from '../charges/charges.service.ts';
import type { Db } from '../tables.ts';
import {
  addProgress,
  failJob,
  finishJob,
  listHousesToCompute,
  lockHouseMonth,
  requeueJob,
  startJob,
  sumHouseMonth,
  type JobRow,
} from './calculation-jobs.repository.ts';
import { CALCULATION_QUEUE } from './calculation-jobs.service.ts';
import { readHouseFacts } from './read-house-facts.ts';

/** Starts taking calculation jobs from the queue. */
export async function workCalculations(
  db: Db,
  queue: JobQueue,
  core: CoreClient,
  log: Pick<Logger, 'error' | 'warn'>,
): Promise<void> {
  await queue.work(CALCULATION_QUEUE, async (jobId, signal) => {
    try {
      await runCalculation(db, core, jobId, signal);
    } catch (error) {
      const refusal = toRefusal(error);
      if (signal.aborted) {
        await handBack(db, queue, jobId);
      } else if (refusal.status === 503) {
        log.warn({ err: error, jobId }, 'a calculation job will be tried again');
        await requeueJob(db, jobId, refusal.message);
        throw error;
      } else {
        log.error({ err: error, jobId }, 'a calculation job failed');
        await failJob(db, jobId, reasonOf(refusal));
      }
    }
  });
  await queue.giveUp(CALCULATION_QUEUE, async (jobId) =>
    failJob(db, jobId, 'The work was interrupted too often'),
  );
}

async function runCalculation(
  db: Db,
  core: CoreClient,
  jobId: number,
  signal: AbortSignal,
): Promise<void> {
  const job = await startJob(db, jobId);
  if (job === undefined) return;
  for (const houseId of await listHousesToCompute(db, job)) {
    signal.throwIfAborted();
    if (!(await computeHouse(db, core, job, houseId, signal))) return;
  }
  await finishJob(db, jobId);
}

/** False when the job was cancelled meanwhile: nothing of the house is kept then. */
async function computeHouse(
  db: Db,
  core: CoreClient,
  job: JobRow,
  houseId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const period = job.period.slice(0, 7);
  const lines = await core.streamSnapshot(houseId, period, job.request_id, signal);
  if (lines === undefined)
    throw new Refusal('not-found', `The core-service does not know house ${houseId} any more`);
  const { house, accounts } = await readHouseFacts(lines, houseId, period);
  if (house.organizationId !== job.organization_id) {
    throw new Refusal('conflict', `House ${houseId} belongs to another organization now`);
  }
  const { lines: charges, skipped } = calculateHouse(house, accounts);
  const month = {
    houseId,
    period: job.period,
    organizationId: job.organization_id,
    cycleId: job.billing_cycle_id,
    jobId: job.id,
  };
  return inTransaction(db, async (trx) => {
    if (
      !(await addProgress(trx, job.id, {
        accounts: accounts.length,
        charges: charges.length,
        skipped,
      }))
    )
      return false;
    await lockHouseMonth(trx, month);
    await replaceHouseCharges(trx, month, house.services, charges);
    await sumHouseMonth(trx, month);
    return true;
  });
}

/** The process is stopping: the job goes to the end of the line, where another process finds it at once. */
async function handBack(db: Db, queue: JobQueue, jobId: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requeueJob(trx, jobId, null);
    await queue.enqueue(trx, CALCULATION_QUEUE, jobId);
  });
}

/** What people are told: our own refusals in their words, the rest without its insides. */
function reasonOf(refusal: Refusal): string {
  return refusal.code === 'internal-error'
    ? 'An unexpected fault; the log of the billing-service tells more'
    : refusal.message;
}
