// Kysely's driver over our pool. What Kysely's own driver lacks: a transaction may start with settings, its first statement is
// sent together with its start, and a connection whose session the server has ended is dropped at once, even when the error
// arrives before the socket closes. On a distributed database the settings have to reach the nodes as well, for which each needs
// a message of its own in an open transaction.
import type { Duplex } from 'node:stream';
import {
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { endsSession } from './database-errors.ts';
import { NamingCompiler } from './names.ts';
import { QueryWithSettings } from './query-with-settings.ts';
import { statementsOf, type Settings } from './settings.ts';
import { spansNodes, type Engine } from './spanning.ts';

/** The part of a pool that is needed here. */
export type Clients = {
  /** The caller releases the client after use. */
  readonly connect: () => Promise<pg.PoolClient>;
  readonly engine: Engine;
};

const NONE: Settings = {};
/** PostgreSQL's error code. */
const TRANSACTION_RESOLUTION_UNKNOWN = '08007';
const ADAPTER = new PostgresAdapter();
const COMPILER = new NamingCompiler();

/**
 * Creates a handle. There is one per request, so it is kept as cheap as possible.
 * @param pool its clients should pipeline, so that a transaction and its first statement take one round trip
 * @param settings called at the start of each transaction; undefined when there are none
 * @param end called when the handle is destroyed
 */
export function overPool<Tables>(
  pool: Clients,
  settings: (() => Settings) | undefined,
  end: () => Promise<void>,
): Kysely<Tables> {
  const executor = new DefaultQueryExecutor(COMPILER, ADAPTER, {
    provideConnection: async (use) => {
      const client = await pool.connect();
      if (settings !== undefined) pool.engine.isSpanning ??= await askWhetherSpanning(client);
      const connection = connectionOf(client, settings, pool.engine.isSpanning === true);
      try {
        return await use(connection);
      } finally {
        connection.release();
      }
    },
  });
  const driver = { ...TRANSACTIONS, destroy: end };
  return new Kysely<Tables>({ config: { dialect: DIALECT }, dialect: DIALECT, driver, executor });
}

/** A connection that sends without waiting for earlier results. */
export type PipelinedConnection = DatabaseConnection & {
  /** Sent right before the commit, in the same round trip. */
  leave(queries: readonly CompiledQuery[]): void;
};

type Connection = PipelinedConnection & {
  begin(how: string): Promise<void>;
  end(how: 'commit' | 'rollback'): Promise<void>;
  release(): void;
};

/** The executor provides a handle's connections: the driver only begins and ends transactions on them. */
const TRANSACTIONS: Omit<Driver, 'destroy'> = {
  init: async () => {},
  acquireConnection: notAsked,
  releaseConnection: notAsked,
  beginTransaction: async (connection, how) => (connection as Connection).begin(startOf(how)),
  commitTransaction: async (connection) => (connection as Connection).end('commit'),
  rollbackTransaction: async (connection) => (connection as Connection).end('rollback'),
};

const DIALECT: Dialect = {
  createAdapter: () => ADAPTER,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => COMPILER,
  createDriver: notAsked,
};

function notAsked(): never {
  throw new Error('a handle is given its connections');
}

async function askWhetherSpanning(client: pg.PoolClient): Promise<boolean> {
  try {
    return await spansNodes(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Sends statements on one client, and knows whether the client is still usable. */
type Line = {
  isBroken: boolean;
  readonly send: (text: string, parameters?: readonly unknown[]) => Promise<pg.QueryResult>;
  readonly run: <R>(query: CompiledQuery) => Promise<QueryResult<R>>;
  /** Runs a single statement with settings. */
  readonly runWith: <R>(given: Settings, query: CompiledQuery) => Promise<QueryResult<R>>;
};

function lineOf(client: pg.PoolClient): Line {
  const gather = gathererOf(client);
  const line: Line = {
    isBroken: false,
    send: async (text, parameters) => {
      try {
        gather();
        return await client.query(configOf(text, parameters));
      } catch (error) {
        line.isBroken ||= endsSession(error);
        throw error;
      }
    },
    run: async <R>({ sql, parameters }: CompiledQuery) =>
      toResult<R>(await line.send(sql, parameters)),
    runWith: async <R>(given: Settings, { sql, parameters }: CompiledQuery) => {
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
      const asked = new QueryWithSettings(given, configOf(sql, parameters), (error, result) =>
        error ? reject(error) : resolve(result),
      );
      gather();
      client.query(asked);
      try {
        return toResult<R>(await promise);
      } catch (error) {
        line.isBroken ||= !asked.areSet || endsSession(error);
        // The stack of the call instead of that of the socket.
        if (error instanceof Error) Error.captureStackTrace(error);
        throw error;
      }
    },
  };
  return line;
}

/**
 * Gathers everything sent within one turn of the event loop, promises included, into one write: each write costs a system call
 * here and a wake-up on the server.
 */
function gathererOf(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } })
    .connection;
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}

/**
 * The same where the settings have to reach other nodes: those see only settings that are made one by one in an open transaction.
 */
function spanningLineOf(client: pg.PoolClient): Line {
  const line = lineOf(client);
  const { send } = line;
  return Object.assign(line, {
    send: async (text: string, parameters?: readonly unknown[]) =>
      text === 'commit' ? commitOnNodes(client, send) : send(text, parameters),
    /** Everything is sent before the first result arrives: here, too, it takes one round trip. */
    runWith: async <R>(given: Settings, query: CompiledQuery) => {
      const start = startOn(line, true, 'start transaction', given);
      const outcome = line.run<R>(query);
      const ended = line.send('commit');
      for (const settled of await Promise.allSettled([start, outcome, ended]))
        if (settled.status === 'rejected') throw settled.reason;
      assertCommitted((await ended).command);
      return outcome;
    },
  });
}

const LOST_AT_COMMIT = 'failed to commit transaction on';

/**
 * When a node is lost at the commit after a function has written there, the engine only sends a warning and reports success. This
 * makes it an error.
 */
async function commitOnNodes(client: pg.PoolClient, send: Line['send']): Promise<pg.QueryResult> {
  let lost: string | undefined;
  const listen = ({ message }: { readonly message?: string | undefined }): void => {
    if (message?.startsWith(LOST_AT_COMMIT) === true) lost = message;
  };
  client.on('notice', listen);
  try {
    const committed = await send('commit');
    if (lost === undefined) return committed;
  } finally {
    client.off('notice', listen);
  }
  throw Object.assign(new Error(lost), { code: TRANSACTION_RESOLUTION_UNKNOWN });
}

async function startOn(
  line: Line,
  isSpanning: boolean,
  how: string,
  given: Settings,
): Promise<void> {
  const statements = [how, ...statementsOf(given)];
  if (isSpanning) await Promise.all(statements.map(async (text) => line.send(text)));
  else await line.send(statements.join('; '));
}

function connectionOf(
  client: pg.PoolClient,
  settings: (() => Settings) | undefined,
  isSpanning: boolean,
): Connection {
  const line = isSpanning ? spanningLineOf(client) : lineOf(client);
  let inTransaction = false;
  /** The start of a transaction that has been sent; its first statement does not wait for the result. */
  let starting: Promise<unknown> | undefined;
  let left: readonly CompiledQuery[] = [];

  async function runFirst<R>(
    query: CompiledQuery,
    start: Promise<unknown>,
  ): Promise<QueryResult<R>> {
    starting = undefined;
    const [beginning, outcome] = await Promise.allSettled([start, line.run<R>(query)]);
    if (beginning.status === 'rejected') throw beginning.reason;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      if (starting !== undefined) return runFirst<R>(query, starting);
      const given = inTransaction ? NONE : (settings?.() ?? NONE);
      return Object.keys(given).length === 0 ? line.run<R>(query) : line.runWith<R>(given, query);
    },
    leave: (queries) => {
      left = queries;
    },
    streamQuery: () => {
      throw new Error('a pipelined connection keeps no cursor');
    },
    begin: async (how) => {
      starting = startOn(line, isSpanning, how, settings?.() ?? NONE);
      starting.catch(() => undefined);
      inTransaction = true;
    },
    end: async (how) => {
      inTransaction = false;
      let ended: pg.QueryResult;
      const last = how === 'commit' ? left : [];
      left = [];
      let answers: readonly PromiseSettledResult<unknown>[] = [];
      try {
        await starting;
        starting = undefined;
        const sent = Promise.allSettled(last.map(async (query) => line.run(query)));
        [answers, ended] = await Promise.all([sent, line.send(how)]);
      } catch (error) {
        line.isBroken = true;
        throw error;
      }
      for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
      if (how === 'commit') assertCommitted(ended.command);
    },
    release: () => client.release(line.isBroken),
  };
}

/** PostgreSQL answers a commit after a failed statement with ROLLBACK. */
function assertCommitted(command: string): void {
  if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit');
}

/**
 * A statement that begins with this comment is prepared once per connection under the name in it; its text never changes. For the
 * few that run thousands of times and whose planning costs more than their execution.
 */
const KEPT = /^(?:select )?\/\* kept: ([a-z0-9-]+) \*\//;

function configOf(text: string, parameters?: readonly unknown[]): pg.QueryConfig {
  const name = KEPT.exec(text)?.[1];
  return {
    text,
    ...(parameters === undefined ? {} : { values: [...parameters] }),
    ...(name === undefined ? {} : { name }),
  };
}

function toResult<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
  return {
    rows: rows as R[],
    ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
  };
}

function startOf({ isolationLevel, accessMode }: TransactionSettings): string {
  const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
  return `start transaction${level}${accessMode === undefined ? '' : ` ${accessMode}`}`;
}
