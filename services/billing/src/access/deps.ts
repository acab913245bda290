// What the routes of every wing are given; a wing adds what is its own.
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Access } from './access.service.ts';
import type { CoreClient } from './core-client.ts';

export type Deps = {
  readonly access: Access;
  readonly core: CoreClient;
  readonly queue: JobQueue;
  readonly now: () => Date;
  /** The calendar's day. */
  readonly today: () => Temporal.PlainDate;
};
