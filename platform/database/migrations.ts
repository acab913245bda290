// Forward-only migrations: the .sql files of a service in the order of their names, all pending ones in one
// transaction under PostgreSQL's advisory lock, so that any number of starting processes migrate once.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { markOf, rememberMark } from './compatible-migrations.ts';

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Brings the database up to date.
 * @param folder absolute path of the service's migrations
 * @param last the name of the migration to stop after; all of them unless given
 * @returns the names of the migrations that ran now
 * @throws when a file is misnamed, a statement fails (nothing is kept), or the database knows migrations
 *   that the folder does not have (it belongs to a newer version)
 */
export async function migrate(
  db: Kysely<unknown>,
  folder: string,
  last?: string,
): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => readMigrations(folder) },
  });
  const { error, results } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    // Without a migration to blame, the error speaks for itself: the database is away or refuses us.
    if (failed === undefined || !(error instanceof Error)) throw error;
    throw new Error(`migration ${failed} failed: ${error.message}`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * @returns the names of the folder's migrations, in their order
 * @throws when a file is misnamed
 */
export async function listMigrations(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).sort();
  const misnamed = names.find((name) => !FILE_NAME.test(name));
  if (misnamed !== undefined) throw new Error(`${misnamed} is not named NNNN_verb_noun.sql`);
  return names.map((name) => path.basename(name, '.sql'));
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = await listMigrations(folder);
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(path.join(folder, `${name}.sql`), 'utf8');
    return [name, { up: async (db) => runMigration(db, name, text) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function runMigration(db: Kysely<unknown>, name: string, text: string): Promise<void> {
  await sql.raw(text).execute(db);
  const mark = markOf(text);
  if (mark !== undefined) await rememberMark(db, name, mark);
}
