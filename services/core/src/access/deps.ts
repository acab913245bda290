// The dependencies of all wings' routes; each uses those that it needs.
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Access } from './access.service.ts';
import type { BooksClient } from './books-client.ts';
import type { OpeningsClient } from './openings-client.ts';
import type { UsersClient } from './users-client.ts';

export type Deps = {
  readonly access: Access;
  readonly books: BooksClient;
  readonly openings: OpeningsClient;
  readonly users: UsersClient;
  readonly queue: JobQueue;
  readonly now: () => Date;
  /** The current calendar day. */
  readonly today: () => Temporal.PlainDate;
};
