// What a database knows about the engine that distributes its tables over nodes.
import { sql, type Kysely } from 'kysely';

/** The comment on the schema `app` once a table has been distributed: it survives the removal of the engine, also in copies. */
export const SPREAD_MARK = 'its tables are spread over nodes';

/**
 * Whether the tables were distributed and the engine is missing, or its library is not loaded: the tables then look empty, and
 * would take rows that nobody can find again. Settings of a library that is not loaded are not in the list of settings.
 */
export async function isWithoutEngine(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isWithout: boolean }>`
    select coalesce(obj_description(to_regnamespace('app'), 'pg_namespace') = ${SPREAD_MARK}, false)
      and (not exists (select from pg_extension where extname = 'citus')
        or not exists (select from pg_settings where name = 'citus.shard_count')) as is_without
  `.execute(db);
  return rows[0]?.isWithout === true;
}
