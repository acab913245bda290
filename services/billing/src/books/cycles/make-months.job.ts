// Makes the partitions of this month and the next before anybody needs them, every night and at each start, once for all replicas:
// a large report or a backup delays it, and nobody waits for it.
import { firstDayOf, monthOf, nextMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { JobQueue, SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Db } from '../../tables.ts';
import { makeMonths } from './month-partitions.service.ts';

/** Retries for some six hours; then waits for the next night. */
export const MONTHS_QUEUE: SoloQueue = {
  name: 'coming-months',
  retries: 12,
  firstRetrySeconds: 30,
  maxRetrySeconds: 3600,
};

const NIGHTLY = '30 2 * * *';

export type ComingMonthsDeps = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly today: () => Temporal.PlainDate;
};

export async function workComingMonths({ db, queue, today }: ComingMonthsDeps): Promise<void> {
  await queue.workSolo(MONTHS_QUEUE.name, async () => {
    const month = monthOf(today());
    const firstDays = [month, nextMonth(month)].map(firstDayOf);
    await makeMonths(db, firstDays.map(formatDay));
  });
  await queue.schedule(MONTHS_QUEUE.name, NIGHTLY);
  await queue.ensure(MONTHS_QUEUE.name, 0);
}
