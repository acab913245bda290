// The life of any long job: it is retried while something it needs is unavailable, goes back to its queue when the process stops,
// and fails with an error code that is explained to people.
import { setTimeout } from 'node:timers/promises';
import { JOB_ERROR_CODES, type JobError } from '@kvartplata/contracts/job-errors.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { inTransaction } from '../database/database.ts';
import { toRefusal } from '../http/problem-document.ts';
import type { JobQueue, QueuedJob } from './job-queue.ts';

export type LongJobs<Tables> = {
  readonly db: Kysely<Tables>;
  readonly queue: JobQueue;
  /** The name of their queue. */
  readonly line: string;
  /** What the log calls one: `an accrual job`. */
  readonly name: string;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /**
   * Does the job, or the rest of it; must be idempotent.
   * @returns unfinished when its turn is over: the rest waits until the other organizations have had theirs
   * @throws JobOverError when it has ended meanwhile
   */
  readonly run: (job: QueuedJob, signal: AbortSignal) => Promise<'unfinished' | void>;
  /**
   * Puts the job back into the waiting ones.
   * @param error what people see meanwhile; null when nothing is wrong
   * @returns false when it has ended
   */
  readonly requeue: (
    db: Kysely<Tables> | Transaction<Tables>,
    job: QueuedJob,
    error: JobError | null,
  ) => Promise<boolean>;
  /** Ends the job, unless it has ended. */
  readonly fail: (job: QueuedJob, error: JobError) => Promise<unknown>;
  /** The error of a failure that a refusal's code does not describe. */
  readonly explain?: (thrown: unknown) => JobError | undefined;
  /** How many a process runs at the same time, by default one. */
  readonly atOnce?: number;
};

/** The job was cancelled, or another process has done it: the transaction is rolled back. */
export class JobOverError extends Error {
  override readonly name = 'JobOverError';
}

/** How long a worker pauses after a temporary failure, before the next job runs into the same one. */
const REST_MS = 1_000;
const INTERRUPTED: JobError = { code: 'interrupted', facts: {} };

/** Starts processing jobs from their queue. */
export async function workLongJobs<Tables>(jobs: LongJobs<Tables>): Promise<void> {
  const { db, queue, line, name, log } = jobs;
  await queue.work(
    line,
    async (job, signal) => {
      const { reference } = job;
      try {
        if ((await jobs.run(job, signal)) === 'unfinished') await handBack(jobs, job);
      } catch (thrown) {
        if (thrown instanceof JobOverError) return;
        const error = jobs.explain?.(thrown) ?? jobErrorOf(thrown);
        if (signal.aborted) {
          await handBack(jobs, job);
        } else if (error.code === 'dependency-unavailable') {
          log.warn({ err: thrown, reference }, `${name} will be tried again`);
          await jobs.requeue(db, job, error);
          await setTimeout(REST_MS, undefined, { signal }).catch(() => undefined);
          throw thrown;
        } else {
          // Any other code tells people what to do; an internal error is for the developers.
          const level = error.code === 'internal' ? 'error' : 'warn';
          log[level]({ err: thrown, reference }, `${name} failed`);
          await jobs.fail(job, error);
        }
      }
    },
    jobs.atOnce,
  );
  await queue.giveUp(line, async (job) => void (await jobs.fail(job, INTERRUPTED)));
}

/** The job error for anything thrown; `internal` for what is unexpected. */
function jobErrorOf(thrown: unknown): JobError {
  const { code, status, dependency, months } = toRefusal(thrown);
  if (status === 503)
    return {
      code: 'dependency-unavailable',
      facts: dependency === undefined ? {} : { dependency },
    };
  return {
    code: JOB_ERROR_CODES.find((known) => known === code) ?? 'internal',
    facts: months === undefined ? {} : { months: [...months] },
  };
}

/** The process is stopping or the job's turn is over: it goes to the end of its organization's queue. */
async function handBack<Tables>(
  { db, queue, line, requeue }: LongJobs<Tables>,
  job: QueuedJob,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (await requeue(trx, job, null)) await queue.enqueue(trx, line, job);
  });
}
