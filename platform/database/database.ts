// A service's database: one pool, typed queries, and transactions that are retried when PostgreSQL asks for it.
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
  /** The same database through a handle whose transactions all start with the settings. */
  readonly seeing: (settings: () => Settings) => Kysely<Tables>;
};

export type DatabaseOptions = {
  readonly url: string;
  readonly poolSize: number;
  /** Row fields keep their SQL names, for databases whose tables are not ours; otherwise they get TypeScript names. */
  readonly namesOfSql?: boolean;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** One connection stays open even when idle, so that the server's list of sessions shows that a service uses the database. */
  readonly staysConnected?: boolean;
  /** The role that queries run as; it owns nothing. Default: the role of the URL. */
  readonly role?: string;
  /** Called with the error of an idle connection; the pool replaces the connection by itself. */
  readonly onIdleError?: (error: Error) => void;
  /** Called with the time that a transaction or a statement has waited for its connection. */
  readonly onWaited?: (seconds: number) => void;
};

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 300_000;
const MAX_ATTEMPTS = 3;
/** A random pause before a retry, so that two conflicting transactions do not conflict again. */
const RETRY_SPREAD_MS = 20;

/** For distributed databases; others ignore these settings. */
const FOR_NODES = [
  // Settings of a transaction are sent to every node: otherwise row-level security would hide all rows there.
  'citus.propagate_set_commands=local',
  // Our triggers read nothing from other nodes.
  'citus.enable_unsafe_triggers=on',
  // A migration changes tables and creates functions in one transaction.
  'citus.multi_shard_modify_mode=sequential',
];

const { builtins } = pg.types;
/** The library parses this type and has no name for it. */
const INT8_ARRAY = 1016;

/**
 * Days stay text (`2026-07-01`): a JavaScript Date would shift them by the machine's time zone.
 * Ids and lists of ids become numbers; one above 2^53 throws instead of being rounded to another id. Decimals stay text.
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

/** @param how pipelined clients send without waiting for earlier results, and cannot COPY */
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
  // A session may end while its client is checked out and between two queries; without a listener the error would end the
  // process. The next query on that client fails, and the pool drops it.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (options.namesOfSql !== true) pool.on('connect', nameRows);
  dropLostConnections(pool, options.url);
  return pool;
}

/**
 * The settings are put into the URL: an `options` that is already there would override any other, and queries would run as the
 * owner. The date style is set because days are read and hashed in ISO format, whatever the server's default. Compiling a plan
 * takes longer than running it: servers with LLVM would do so for every statement whose plan was made with ways switched off,
 * since those raise its estimated cost.
 */
function withSettings({ url, role }: DatabaseOptions): string {
  const target = new URL(url);
  const given = target.searchParams.get('options');
  const settings = [
    ...(given === null ? [] : [given]),
    '-c datestyle=ISO',
    '-c jit=off',
    ...FOR_NODES.map((setting) => `-c ${setting}`),
    ...(role === undefined ? [] : [`-c role=${role}`]),
  ];
  target.searchParams.set('options', settings.join(' '));
  return target.href;
}

/** Runs `work` in one transaction; retries on a deadlock or a serialization failure. */
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

/** Runs `work` in one read-only transaction with one snapshot of the database. */
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

/** Jobs name up to ten thousand houses: the list is parsed without creating a string per id. */
function safeIntegers(text: string): readonly number[] {
  const values = JSON.parse(`[${text.slice(1, -1)}]`) as readonly number[];
  if (!values.every((value) => Number.isSafeInteger(value)))
    throw new RangeError('an integer of the list does not fit a number');
  return values;
}
