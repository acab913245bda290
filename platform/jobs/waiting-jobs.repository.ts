// How many jobs of a kind an organization may have waiting: turns keep others from waiting for them, this bound keeps
// them from filling the database.
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../http/refusal.ts';

const MOST_WAITING = 20;
/** About as long as some small jobs take. */
const RETRY_AFTER_SECONDS = 5;

/** Whoever asks for jobs of this queue for the organization waits for this transaction's end, and then sees its job. */
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
 * @param table where the jobs are, by `organization_id` and `status`
 * @throws Refusal too-many-jobs when no more of the organization's may wait there
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
