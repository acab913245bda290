// What the rows of all long jobs have in common, whichever table they are in.
import type { QueuedJob } from './job-queue.ts';

/** A table of jobs, and which of its columns a row has when it is read, these as a program calls them. */
export type JobTable<Row> = {
  readonly table: string;
  readonly columns: readonly (keyof Row & string)[];
};

/** A job, and whose it is. */
export type OwnJob = { readonly organizationId: number; readonly id: number };

/** One of its starts: what is still written of an earlier one is not taken. */
export type JobAttempt = OwnJob & { readonly attempt: number };

/** The row that a job of the queue is about. */
export function ownJobOf({ organizationId, reference }: QueuedJob): OwnJob {
  return { organizationId, id: reference };
}
