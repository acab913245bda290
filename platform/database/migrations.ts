// Forward-only migrations: runs the files that have not run, in the order of their numbers, in one process at a time.
import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { LOCK_PATIENCE, type LockPatience } from './lock-patience.ts';
import { listMigrations, readMigration } from './migration-files.ts';
import { listRan, makeRoomForRan } from './ran-migrations.ts';
import { runMigration } from './run-migration.ts';

export type MigrateOptions = {
  /** The last migration to run; all of them by default. */
  readonly last?: string | undefined;
  /** Called with progress messages, one line each. */
  readonly tell?: (line: string) => void;
  readonly patience?: LockPatience;
};

/** The key of PostgreSQL's advisory lock. */
const LOCK = 1_835_624_306;
const LOOK_MS = 100;

/**
 * Brings the database up to date.
 * @param folder absolute path of the service's migrations
 * @returns the names of the migrations that ran now
 * @throws when a file name is not valid, a statement fails (nothing of a transactional file is kept then, but all of the files
 *   before it), or the database has migrations that the folder does not have (it belongs to a newer version)
 */
export async function migrate(
  db: Kysely<unknown>,
  folder: string,
  { last, tell = () => undefined, patience = LOCK_PATIENCE }: MigrateOptions = {},
): Promise<readonly string[]> {
  const names = await listMigrations(folder);
  return db.connection().execute(async (connection) =>
    alone(connection, tell, async () => {
      await makeRoomForRan(connection);
      const pending = pendingOf(names, await listRan(connection), last);
      const migrations = await Promise.all(
        pending.map(async (name) => readMigration(folder, name)),
      );
      for (const migration of migrations) await runMigration(connection, migration, patience, tell);
      return pending;
    }),
  );
}

function pendingOf(
  names: readonly string[],
  ran: readonly string[],
  last: string | undefined,
): readonly string[] {
  const unknown = ran.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`the database has run ${unknown}, which this version does not have`);
  const pending = names.filter((name) => !ran.includes(name));
  const lastRan = ran.at(-1) ?? '';
  const late = pending.find((name) => name < lastRan);
  if (late !== undefined) throw new Error(`${late} comes before ${lastRan}, which has run`);
  if (last === undefined) return pending;
  if (!names.includes(last)) throw new Error(`there is no migration ${last}`);
  return pending.filter((name) => name <= last);
}

/** The lock is polled: waiting for it in a statement would block `create index concurrently`. */
async function alone<Result>(
  connection: Kysely<unknown>,
  tell: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let waits = 0; !(await takeLock(connection)); waits += 1) {
    if (waits === 0) tell('another process migrates; waiting for it');
    await setTimeout(LOOK_MS);
  }
  try {
    return await work();
  } finally {
    // When the connection is broken, the server has released the lock already.
    await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => undefined);
  }
}

async function takeLock(connection: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(${LOCK}) as taken
  `.execute(connection);
  return rows[0]?.taken === true;
}
