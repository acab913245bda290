// After a cycle is applied: books the interest of its houses' instalment plans, one account per transaction.
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import type { Db } from '../../tables.ts';
import { bookInterest, INTEREST_QUEUE } from './book-interest.service.ts';
import { listRunning } from './instalments.repository.ts';

export type InterestDeps = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly log: Pick<Logger, 'error'>;
};

/** Starts processing applied cycles from the queue. */
export async function workInterest({ db, queue, log }: InterestDeps): Promise<void> {
  await queue.work(INTEREST_QUEUE, async ({ organizationId, reference: cycleId }, signal) => {
    for (const { month, ...plan } of await listRunning(db, { organizationId, cycleId })) {
      signal.throwIfAborted();
      await bookInterest(db, plan, month);
    }
  });
  await queue.giveUp(INTEREST_QUEUE, async ({ reference: cycleId }) =>
    log.error({ cycleId }, 'the interest of plans was not booked for a cycle'),
  );
}
