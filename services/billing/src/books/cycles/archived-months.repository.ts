// Which months' charges are in the archive, in SQL.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** The first day of the last archived month, if it is not before `since`; null accepts any month. */
export async function findArchivedFrom(db: Db, since: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select archived_months.month from archived_months
    where ${since}::date is null or archived_months.month >= ${since}::date
    order by archived_months.month desc
    limit 1
  `.execute(db);
  return rows[0]?.month;
}

/** The archived month whose range of ids includes the charge. */
export async function findArchivedOfCharge(db: Db, chargeId: number): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select archived_months.month from archived_months
    where ${chargeId}::bigint between archived_months.first_id and archived_months.last_id
    order by archived_months.month desc
    limit 1
  `.execute(db);
  return rows[0]?.month;
}
