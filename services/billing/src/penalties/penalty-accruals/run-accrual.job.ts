// Runs an accrual job: some houses at a time, each batch in one transaction with the job's progress, so that a process that dies
// loses at most one batch, and the next one resumes there.
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { RateNotFoundError } from '@kvartplata/domain/regulation/penalty/penalty-rate.ts';
import type { CopyingDatabase } from '@kvartplata/platform/database/copying.ts';
import { endRow, requeueRow } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import { ownJobOf } from '@kvartplata/platform/jobs/job-table.ts';
import type { JobQueue, QueuedJob } from '@kvartplata/platform/jobs/job-queue.ts';
import { workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Logger } from 'pino';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { inBatches } from '@kvartplata/platform/database/batches.ts';
import type { BillingTables, Db } from '../../tables.ts';
import { makingMonths } from '../../books/cycles/open-months.service.ts';
import {
  ACCRUAL_JOBS,
  addAccrualProgress,
  countAllProcessed,
  listHouseSizes,
  startAccrualJob,
  takeHouses,
  type OwnAccrualJob,
} from './accrual-jobs.repository.ts';
import { accrueHouses } from './accrue-houses.service.ts';
import { ACCRUAL_QUEUE } from './penalty-accruals.service.ts';

export type AccrualDeps = {
  readonly db: Db;
  readonly copying: CopyingDatabase<BillingTables>;
  readonly queue: JobQueue;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** Each process runs this many jobs at a time. */
export const ACCRUALS_AT_ONCE = 1;

type Portions = {
  /** The number of accounts that one transaction books for; a house is never split. */
  readonly accountsAtOnce: number;
  /** How long a job runs before those of other organizations get their turn: a large company's may take an hour. */
  readonly turnMs: number;
};

const PORTIONS: Portions = { accountsAtOnce: 2_000, turnMs: 20_000 };

/** Starts processing accrual jobs from the queue. */
export async function workAccruals(deps: AccrualDeps): Promise<void> {
  const { db, queue, log } = deps;
  await workLongJobs({
    db,
    queue,
    log,
    line: ACCRUAL_QUEUE,
    name: 'an accrual job',
    run: async (job, signal) => runAccrual(deps, toOwn(job), signal),
    requeue: async (trx, job, error) => requeueRow(trx, ACCRUAL_JOBS.table, job, error),
    fail: async (job, error) =>
      endRow(db, ACCRUAL_JOBS, ownJobOf(job), { status: 'FAILED', error }),
    explain: (thrown) =>
      thrown instanceof RateNotFoundError
        ? { code: 'rate-missing', facts: { day: formatDay(thrown.day) } }
        : undefined,
  });
}

function toOwn({ organizationId, reference }: QueuedJob): OwnAccrualJob {
  return { organizationId, jobId: reference };
}

/** @returns unfinished when houses are left and its turn is over */
export async function runAccrual(
  { db, copying }: Pick<AccrualDeps, 'db' | 'copying'>,
  own: OwnAccrualJob,
  signal: AbortSignal,
  { accountsAtOnce, turnMs } = PORTIONS,
): Promise<'unfinished' | void> {
  const turnEnds = performance.now() + turnMs;
  const job = await startAccrualJob(db, own);
  if (job === undefined) return;
  const { houseIds } = job;
  const targetDate = parseDay(job.targetOn);
  const sizes = await listHouseSizes(db, own.organizationId, houseIds);
  let done = job.processedHouses;
  const left = houseIds.slice(done);
  for (const next of inBatches(left, (houseId) => sizes.get(houseId) ?? 0, accountsAtOnce)) {
    signal.throwIfAborted();
    const [from, houses] = [done, { ...own, houseIds: next, targetDate }];
    const isDone = await makingMonths(db, async () =>
      copying.inTransaction(async (trx, copyIn) => {
        if (!(await takeHouses(trx, own, { from, count: next.length }))) return false;
        const progress = await accrueHouses(trx, copyIn, houses);
        await addAccrualProgress(trx, own, progress);
        return true;
      }),
    );
    if (!isDone) return;
    done += next.length;
    if (done < houseIds.length && performance.now() >= turnEnds) return 'unfinished';
  }
  await inTransaction(db, async (trx) => {
    await countAllProcessed(trx, own);
    await endRow(trx, ACCRUAL_JOBS, job, { status: 'COMPLETED', error: null });
  });
}
