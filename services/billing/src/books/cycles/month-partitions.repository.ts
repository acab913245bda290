// The partitions of a month, in SQL.
import { sql } from 'kysely';
import type { Trx } from '../../tables.ts';

/**
 * Creates the month's partitions where they do not exist yet. Others wait while it waits for a lock.
 * @param month its first day
 * @param lockTimeoutMs how long it may wait
 * @throws a database error 55P03 when it has waited that long
 */
export async function makePartitions(
  trx: Trx,
  month: string,
  lockTimeoutMs: number,
): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
  await sql`select app.ensure_month(${month}::date)`.execute(trx);
}
