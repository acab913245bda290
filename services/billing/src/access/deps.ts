// What the routes of every wing get; a wing adds its own.
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Access } from './access.service.ts';

export type Deps = {
  readonly access: Access;
  readonly queue: JobQueue;
  readonly now: () => Date;
  /** The current day. */
  readonly today: () => Temporal.PlainDate;
};
