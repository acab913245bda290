// What the rows of all long jobs have in common, whichever table they are in.
import type { QueuedJob } from './job-queue.ts';

/** A table of jobs, and the columns of a row that are read, by their TypeScript names. */
export type JobTable<Row> = {
  readonly table: string;
  readonly columns: readonly (keyof Row & string)[];
};

/** A job and its organization. */
export type OwnJob = { readonly organizationId: number; readonly id: number };

/** One start of a job: writes of earlier ones are ignored. */
export type JobAttempt = OwnJob & { readonly attempt: number };

/** The row that a queued job is about. */
export function ownJobOf({ organizationId, reference }: QueuedJob): OwnJob {
  return { organizationId, id: reference };
}
