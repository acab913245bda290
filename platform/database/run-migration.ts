// Runs one migration: as a transaction, or outside one if its first line says so. Either way its statements are sent one by one
// and do not wait long for locks.
import { sql, type Kysely } from 'kysely';
import {
  describeLongTransactions,
  lacksLock,
  withPatience,
  type LockPatience,
} from './lock-patience.ts';
import type { Migration } from './migration-files.ts';
import { rememberRan } from './ran-migrations.ts';
import type { Statement } from './statements.ts';

/** The message names the file, the line and the statement. */
class MigrationError extends Error {
  override readonly name = 'MigrationError';
  /** PostgreSQL's error code, if there is one. */
  readonly code: string | undefined;

  constructor(message: string, cause: Error & { readonly code?: string }) {
    super(message, { cause });
    this.code = cause.code;
  }
}

/** Such statements block nobody, however long they wait, and one that is cancelled has to start from the beginning. */
const CONCURRENTLY = /^(?:create|drop|reindex|refresh|alter table)\b.*\bconcurrently\b/is;
const CONCURRENTLY_MS = 600_000;

/**
 * Runs a migration and records that it has run.
 * @param tell called with progress messages, one line each
 * @throws MigrationError when a statement fails; nothing of a transactional file is kept then
 */
export async function runMigration(
  connection: Kysely<unknown>,
  migration: Migration,
  patience: LockPatience,
  tell: (line: string) => void,
): Promise<void> {
  const { name, statements } = migration;
  const startedAt = performance.now();
  const run = migration.isOutside ? runOutside : runInTransaction;
  await withPatience(
    patience,
    async () => run(connection, migration, patience, tell),
    (pauseMs) => tell(`${name} lacks a lock that others hold; again in ${secondsOf(pauseMs)}`),
  ).catch(async (error: unknown) => {
    if (!lacksLock(error)) throw error;
    const who = await describeLongTransactions(connection);
    const message = `${(error as Error).message}; it came again for ${secondsOf(patience.patienceMs)}, and ${who}`;
    throw new Error(message, { cause: error });
  });
  tell(`${name}: ${statements.length} statements in ${secondsOf(performance.now() - startedAt)}`);
}

async function runInTransaction(
  connection: Kysely<unknown>,
  migration: Migration,
  { lockTimeoutMs }: LockPatience,
): Promise<void> {
  await connection.transaction().execute(async (trx) => {
    await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(trx);
    for (const statement of migration.statements) await runStatement(trx, migration, statement);
    await rememberRan(trx, migration);
  });
}

/**
 * After a failure it runs again from its first statement: such migrations must be repeatable. An index of a large table takes
 * time.
 */
async function runOutside(
  connection: Kysely<unknown>,
  migration: Migration,
  { lockTimeoutMs }: LockPatience,
  tell: (line: string) => void,
): Promise<void> {
  try {
    await sql.raw('set statement_timeout = 0').execute(connection);
    for (const [index, statement] of migration.statements.entries()) {
      const waitMs = CONCURRENTLY.test(statement.text) ? CONCURRENTLY_MS : lockTimeoutMs;
      await sql.raw(`set lock_timeout = ${waitMs}`).execute(connection);
      tell(`${migration.name}: statement ${index + 1} of ${migration.statements.length}`);
      await runStatement(connection, migration, statement);
    }
  } finally {
    for (const setting of ['statement_timeout', 'lock_timeout'])
      await sql
        .raw(`reset ${setting}`)
        .execute(connection)
        .catch(() => undefined);
  }
  await connection.transaction().execute(async (trx) => rememberRan(trx, migration));
}

async function runStatement(
  db: Kysely<unknown>,
  { name, statements }: Migration,
  statement: Statement,
): Promise<void> {
  try {
    await sql.raw(statement.text).execute(db);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const nth = `statement ${statements.indexOf(statement) + 1} of ${statements.length}`;
    const place = `line ${lineOf(statement, error)} (${nth})`;
    throw new MigrationError(`migration ${name} failed at ${place}: ${error.message}`, error);
  }
}

/** PostgreSQL often reports the character, from 1, at which it stopped. */
function lineOf({ text, line }: Statement, error: Error & { readonly position?: string }): number {
  return line + text.slice(0, Number(error.position ?? 1) - 1).split('\n').length - 1;
}

function secondsOf(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
