// The database's own record of the migrations that have run.
import { sql, type Kysely } from 'kysely';
import { rememberMark } from './compatible-migrations.ts';
import type { Migration } from './migration-files.ts';

/** In their order; empty for a database that was never migrated. */
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

/** Runs in a transaction, the migration's own if it has one: whoever sees the migration as run also sees its mark. */
export async function rememberRan(
  db: Kysely<unknown>,
  { name, mark }: Pick<Migration, 'name' | 'mark'>,
): Promise<void> {
  await sql`
    insert into kysely_migration values (${name}, ${new Date().toISOString()})
  `.execute(db);
  if (mark !== undefined) await rememberMark(db, name, mark);
}
