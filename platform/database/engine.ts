// What a database tells of the engine that spreads its tables over nodes.
import { sql, type Kysely } from 'kysely';

/** The comment on the schema `app`, once a table has been spread: it outlives the engine, in this database and in its copies. */
export const SPREAD_MARK = 'its tables are spread over nodes';

/**
 * Whether the tables were spread, and the engine is gone, or its library was not loaded: the tables look empty then, and
 * would take rows that nobody finds again. A setting that the server's files name and no library knows is not among those it
 * lists.
 */
export async function isWithoutEngine(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isWithout: boolean }>`
    select coalesce(obj_description(to_regnamespace('app'), 'pg_namespace') = ${SPREAD_MARK}, false)
      and (not exists (select from pg_extension where extname = 'citus')
        or not exists (select from pg_settings where name = 'citus.shard_count')) as is_without
  `.execute(db);
  return rows[0]?.isWithout === true;
}
