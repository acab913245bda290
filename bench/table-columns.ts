// The columns of a table, for copying its rows.
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Separated by commas, without generated columns. */
export async function columnsOf(db: Kysely<unknown>, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `.execute(db);
  return sql.join(rows.map(({ name }) => sql.ref(name)));
}
