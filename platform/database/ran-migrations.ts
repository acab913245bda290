// What the database itself knows of the migrations that have run.
import { sql, type Kysely } from 'kysely';
import { rememberMark } from './compatible-migrations.ts';
import type { Migration } from './migration-files.ts';

/** In their order; none in a database that has never been migrated. */
export async function listRan(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows: there } = await sql`
    select from pg_class where oid = to_regclass('kysely_migration')
  `.execute(db);
  if (there.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}

export async function makeRoomForRan(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists kysely_migration (
      name varchar(255) primary key,
      timestamp varchar(255) not null
    )
  `.execute(db);
}

/** In a transaction, the migration's own if it has one: whoever sees that it has run sees its mark. */
export async function rememberRan(
  db: Kysely<unknown>,
  { name, mark }: Pick<Migration, 'name' | 'mark'>,
): Promise<void> {
  await sql`
    insert into kysely_migration values (${name}, ${new Date().toISOString()})
  `.execute(db);
  if (mark !== undefined) await rememberMark(db, name, mark);
}
