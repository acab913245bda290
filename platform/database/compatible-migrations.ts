// Migrations that older code can work with are marked: the line `-- compatible from 0039: why` means that code whose last
// migration is 0039 or later keeps working. The marks are stored in the database, since older code does not have the file.
import { sql, type Kysely } from 'kysely';

/** The number of the first migration whose code works with the marked one. */
export type Mark = string;

export const NO_MARKS: ReadonlyMap<string, Mark> = new Map();

const LINE = /^-- compatible from (\d{4}): \S/m;

/** @returns undefined when no older code may work with it */
export function markOf(migrationText: string): Mark | undefined {
  return LINE.exec(migrationText)?.[1];
}

/** @param last the name of the code's last migration */
export function livesWith(last: string, mark: Mark | undefined): boolean {
  return mark !== undefined && last.slice(0, mark.length) >= mark;
}

/** Runs in the migration's own transaction: whoever sees the migration as run also sees its mark. */
export async function rememberMark(db: Kysely<unknown>, name: string, mark: Mark): Promise<void> {
  await sql`
    create table if not exists compatible_migrations (
      name text primary key,
      compatible_from text not null,
      constraint compatible_migrations_name_size check (char_length(name) <= 255),
      constraint compatible_migrations_from_number check (compatible_from ~ '^[0-9]{4}$')
    )
  `.execute(db);
  await sql`insert into compatible_migrations values (${name}, ${mark})`.execute(db);
}

export async function readMarks(db: Kysely<unknown>): Promise<ReadonlyMap<string, Mark>> {
  const { rows: there } = await sql`
    select from pg_class where oid = to_regclass('compatible_migrations')
  `.execute(db);
  if (there.length === 0) return NO_MARKS;
  const { rows } = await sql<{ name: string; mark: Mark }>`
    select name, compatible_from as mark from compatible_migrations
  `.execute(db);
  return new Map(rows.map(({ name, mark }) => [name, mark]));
}
