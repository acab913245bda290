// What the routes of every wing are given; a wing adds what is its own.
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Access } from './access.service.ts';

export type Deps = {
  readonly access: Access;
  readonly queue: JobQueue;
  readonly now: () => Date;
  /** The calendar's day. */
  readonly today: () => Temporal.PlainDate;
};
