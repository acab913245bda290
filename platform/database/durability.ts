// A ledger on a server that may forget acknowledged commits is no ledger.
import { sql, type Kysely } from 'kysely';

/** The settings that must be on for a commit to survive a crash, and are not; empty when all is well. */
export async function listUnsafeSettings(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where (name = 'fsync' and setting = 'off') or (name = 'synchronous_commit' and setting = 'off')
    order by name
  `.execute(db);
  return rows.map((row) => row.name);
}
