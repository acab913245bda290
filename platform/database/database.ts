// A service's database: one pool, typed queries, and transactions that run again when PostgreSQL asks for it.
import { setTimeout } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import { isRetryable } from './database-errors.ts';
import { overPool, type Clients } from './driver.ts';
import { dropLostConnections } from './lost-connections.ts';
import { nameRows } from './names.ts';
import type { Settings } from './settings.ts';

export type Database<Tables> = {
  readonly db: Kysely<Tables>;
  readonly pool: pg.Pool;
  /** The same database through a handle whose every transaction starts with the settings. */
  readonly seeing: (settings: () => Settings) => Kysely<Tables>;
};

export type DatabaseOptions = {
  readonly url: string;
  readonly poolSize: number;
  /** Rows bear the names of SQL, for a database whose tables are not ours; else those of TypeScript. */
  readonly namesOfSql?: boolean;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** One connection stays open however long nobody asks: who looks at the server's sessions sees that somebody works here. */
  readonly staysConnected?: boolean;
  /** The role that queries run as: it owns nothing. Absent: the role of the URL. */
  readonly role?: string;
  /** Called with the error of an idle connection; the pool heals by itself. */
  readonly onIdleError?: (error: Error) => void;
  /** Called with how long a transaction or a statement has waited for its connection. */
  readonly onWaited?: (seconds: number) => void;
};

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 300_000;
const MAX_ATTEMPTS = 3;
/** Before a transaction runs again: by chance, so that two that met do not meet again. */
const RETRY_SPREAD_MS = 20;

/** For a database that spans nodes; elsewhere nobody asks for them. */
const FOR_NODES = [
  // What a transaction sets is heard on every node: row-level security would hide every row there.
  'citus.propagate_set_commands=local',
  // Ours read nothing of other nodes.
  'citus.enable_unsafe_triggers=on',
  // A migration changes tables and makes functions in one transaction.
  'citus.multi_shard_modify_mode=sequential',
];

const { builtins } = pg.types;
/** The library reads it and gives it no name. */
const INT8_ARRAY = 1016;

/**
 * Days stay text (`2026-07-01`): a JavaScript Date would move them by the machine's time zone.
 * Ids and lists of ids become numbers; one past 2^53 is an error, not a neighbour's id. Decimals stay text.
 */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [builtins.DATE, (text) => text],
  [builtins.INT8, safeInteger],
  [INT8_ARRAY, safeIntegers],
]);

export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  const pool = openPool(options, { pipeline: true });
  const clients = timed(pool, options.onWaited);
  return {
    db: overPool<Tables>(clients, undefined, async () => (pool.ending ? undefined : pool.end())),
    pool,
    seeing: (settings) => overPool<Tables>(clients, settings, async () => {}),
  };
}

function timed(pool: pg.Pool, onWaited: DatabaseOptions['onWaited']): Clients {
  const engine = { isSpanning: undefined };
  if (onWaited === undefined) return { connect: async () => pool.connect(), engine };
  return {
    engine,
    connect: async () => {
      const start = performance.now();
      const client = await pool.connect();
      onWaited((performance.now() - start) / 1000);
      return client;
    },
  };
}

/** @param how pipelined clients send without waiting for the answer before, and cannot COPY */
export function openPool(options: DatabaseOptions, how: { readonly pipeline: boolean }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withSettings(options),
    max: options.poolSize,
    min: options.staysConnected === true ? 1 : 0,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    pipeline: how.pipeline,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // A session may end while its client is checked out and between two queries; without a listener that would
  // end the process. The next query on that client fails, and the pool drops it.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (options.namesOfSql !== true) pool.on('connect', nameRows);
  dropLostConnections(pool, options.url);
  return pool;
}

/**
 * In the URL itself: an `options` that stands there would put any other aside, and queries would run as the owner. Days
 * are read and hashed as ISO writes them, whatever the server is set to.
 */
function withSettings({ url, role }: DatabaseOptions): string {
  const target = new URL(url);
  const given = target.searchParams.get('options');
  const settings = [
    ...(given === null ? [] : [given]),
    '-c datestyle=ISO',
    ...FOR_NODES.map((setting) => `-c ${setting}`),
    ...(role === undefined ? [] : [`-c role=${role}`]),
  ];
  target.searchParams.set('options', settings.join(' '));
  return target.href;
}

/** Runs `work` in one transaction, again when PostgreSQL reports a deadlock or a serialization failure. */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await setTimeout(Math.random() * RETRY_SPREAD_MS * attempt);
    }
  }
}

/** Runs `work` in one transaction that reads one picture of the database and writes nothing. */
export async function inSnapshot<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}

function parserOf(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`the integer ${text} does not fit a number`);
  return value;
}

/** A job names ten thousand houses: a list is read without a text for each of them. */
function safeIntegers(text: string): readonly number[] {
  const values = JSON.parse(`[${text.slice(1, -1)}]`) as readonly number[];
  if (!values.every((value) => Number.isSafeInteger(value)))
    throw new RangeError('an integer of the list does not fit a number');
  return values;
}
