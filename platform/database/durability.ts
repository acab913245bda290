// A ledger needs a server that never loses acknowledged commits.
import { sql, type Kysely } from 'kysely';

/** The settings that must be on for a commit to survive a crash but are off; empty when all are on. */
export async function listUnsafeSettings(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where (name = 'fsync' and setting = 'off') or (name = 'synchronous_commit' and setting = 'off')
    order by name
  `.execute(db);
  return rows.map((row) => row.name);
}
