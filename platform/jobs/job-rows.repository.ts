// The rows of long jobs, whichever table they are in: with `organization_id` and `id`, `status`, `started_at`, `finished_at` and
// the error's columns; jobs that restart their work also count their starts in `attempt`.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { firstError, storedError } from '../database/job-error-columns.ts';
import type { QueuedJob } from './job-queue.ts';
import type { JobAttempt, JobTable, OwnJob } from './job-table.ts';

type Handle<Tables> = Kysely<Tables> | Transaction<Tables>;

/**
 * Starts a job, also one that another process has abandoned.
 * @param reset resets its progress to the beginning
 * @returns undefined when it has ended
 */
export async function beginRow<Tables, Row>(
  db: Handle<Tables>,
  { table, columns }: JobTable<Row>,
  { organizationId, id }: OwnJob,
  reset: Partial<NoInfer<Row>>,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)} as job
    set status = 'RUNNING', attempt = job.attempt + 1, started_at = least(job.started_at, now()), error = null,
      error_facts = null, ${assignments(reset)}
    where job.organization_id = ${organizationId} and job.id = ${id} and job.status in ('QUEUED', 'RUNNING')
    returning ${told(columns)}
  `.execute(db);
  return rows[0];
}

/**
 * Saves the progress of an attempt.
 * @returns false when the job has ended or was restarted
 */
export async function writeAttempt<Tables, Row>(
  db: Handle<Tables>,
  jobs: JobTable<Row>,
  attempt: JobAttempt,
  progress: Partial<NoInfer<Row>>,
): Promise<boolean> {
  return updateAttempt(db, jobs, attempt, assignments(progress));
}

/**
 * Ends an attempt that has completed its work.
 * @returns false when the job has ended or was restarted
 */
export async function completeAttempt<Tables, Row>(
  db: Handle<Tables>,
  jobs: JobTable<Row>,
  attempt: JobAttempt,
  done: Partial<NoInfer<Row>>,
): Promise<boolean> {
  const completed = sql`status = 'COMPLETED', finished_at = now(), ${assignments(done)}`;
  return updateAttempt(db, jobs, attempt, completed);
}

async function updateAttempt<Tables, Row>(
  db: Handle<Tables>,
  { table }: JobTable<Row>,
  { organizationId, id, attempt }: JobAttempt,
  changes: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} as job
    set ${changes}
    where job.organization_id = ${organizationId} and job.id = ${id} and job.attempt = ${attempt}
      and job.status = 'RUNNING'
  `.execute(db);
  return numAffectedRows === 1n;
}

export type JobEnd =
  | { readonly status: 'COMPLETED' | 'CANCELLED'; readonly error: null }
  | { readonly status: 'FAILED'; readonly error: JobError };

/**
 * Ends a job; a failed one with its first error.
 * @returns undefined when it has ended already
 */
export async function endRow<Tables, Row>(
  db: Handle<Tables>,
  { table, columns }: JobTable<Row>,
  { organizationId, id }: OwnJob,
  { status, error }: JobEnd,
): Promise<Row | undefined> {
  const first = error === null ? storedError(null) : firstError(error);
  const { rows } = await sql<Row>`
    update ${sql.table(table)} as job
    set status = ${status}, error = ${first.error}, error_facts = ${first.errorFacts}, finished_at = now()
    where job.organization_id = ${organizationId} and job.id = ${id} and job.status in ('QUEUED', 'RUNNING')
    returning ${told(columns)}
  `.execute(db);
  return rows[0];
}

function told(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(`job.${column}`)));
}

function assignments(values: object): RawBuilder<unknown> {
  return sql.join(
    Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  );
}

/**
 * Puts an interrupted job back into the queue, with the error that people see meanwhile; one that is being undone keeps its
 * status.
 * @returns false when it has ended
 */
export async function requeueRow<Tables>(
  db: Kysely<Tables> | Transaction<Tables>,
  table: string,
  { organizationId, reference: id }: QueuedJob,
  why: JobError | null,
): Promise<boolean> {
  const { error, errorFacts } = storedError(why);
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} as job
    set status = case when job.status = 'UNDOING' then job.status else 'QUEUED' end, error = ${error},
      error_facts = ${errorFacts}::jsonb
    where job.organization_id = ${organizationId} and job.id = ${id} and job.status in ('QUEUED', 'RUNNING', 'UNDOING')
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
