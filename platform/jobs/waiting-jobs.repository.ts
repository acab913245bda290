// Limits how many jobs of a kind an organization may have waiting. Turns keep it from delaying others; this limit keeps it from
// filling the database.
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../http/refusal.ts';

const MOST_WAITING = 20;
/** About as long as some small jobs take. */
const RETRY_AFTER_SECONDS = 5;

/** Other requests for jobs of this queue and organization wait until this transaction ends, and then see its job. */
export async function lockLine<Tables>(
  trx: Transaction<Tables>,
  queue: string,
  organizationId: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${queue}), ${organizationId}::integer)`.execute(
    trx,
  );
}

/**
 * @param table of the jobs, with `organization_id` and `status`
 * @throws Refusal too-many-jobs when the organization has as many waiting as are allowed
 */
export async function assertMayWait<Tables>(
  trx: Transaction<Tables>,
  table: string,
  organizationId: number,
): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from ${sql.table(table)} as job
    where job.organization_id = ${organizationId} and job.status = 'QUEUED'
  `.execute(trx);
  if ((rows[0]?.waiting ?? 0) >= MOST_WAITING)
    throw new Refusal('too-many-jobs', `${MOST_WAITING} jobs of the organization wait already`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
}
