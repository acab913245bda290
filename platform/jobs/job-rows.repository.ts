// The rows of long jobs, whichever table they are in: by `organization_id` and `id`, with `status` and the error's columns.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { storedError } from '../database/job-error-columns.ts';
import type { QueuedJob } from './job-queue.ts';

/**
 * Puts a job whose work was interrupted back in line, with the error that people see meanwhile; one that is being taken back
 * stays so.
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
