// Kysely's driver over our pool. What its own lacks: each transaction may start with settings, its first statement is
// sent along with its start, and a connection whose session the server has ended is dropped at once, even when the error
// comes before the end of the socket.
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { endsSession } from './database-errors.ts';
import type { OpenClient } from './open-client.ts';
import { sqlOf, type Settings } from './settings.ts';

/** What of a pool is needed here: a client, to be released when its work is done. */
type Pool = { readonly connect: () => Promise<pg.PoolClient> };

/**
 * @param pool its clients should pipeline, so that a statement of its own and the transaction around it are one round trip
 * @param settings asked at the start of each transaction; undefined when there are none
 * @param end what the handle's end ends
 */
export function overPool<Tables>(
  pool: Pool,
  settings: (() => Settings) | undefined,
  end: () => Promise<void>,
): Kysely<Tables> {
  const handle = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({ ...driverOf(pool, settings), destroy: async () => {} }),
    },
  });
  // Kysely ends the driver of a handle only when that handle has asked something; others may have used the pool.
  return Object.assign(handle, { destroy: end });
}

type Connection = DatabaseConnection & {
  begin(how: string): Promise<void>;
  end(how: 'commit' | 'rollback'): Promise<void>;
  release(): void;
};

function driverOf(pool: Pool, settings: (() => Settings) | undefined): Omit<Driver, 'destroy'> {
  return {
    init: async () => {},
    acquireConnection: async () => connectionOf(await pool.connect(), settings),
    beginTransaction: async (connection, how) => (connection as Connection).begin(startOf(how)),
    commitTransaction: async (connection) => (connection as Connection).end('commit'),
    rollbackTransaction: async (connection) => (connection as Connection).end('rollback'),
    releaseConnection: async (connection) => (connection as Connection).release(),
  };
}

function connectionOf(client: pg.PoolClient, settings: (() => Settings) | undefined): Connection {
  let inTransaction = false;
  let isBroken = false;
  /** The start of a transaction that is on its way; its first statement does not wait for it to arrive. */
  let starting: Promise<unknown> | undefined;

  async function send(text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      const values = parameters === undefined ? {} : { values: [...parameters] };
      const name = KEPT.exec(text)?.[1];
      return await client.query({ text, ...values, ...(name === undefined ? {} : { name }) });
    } catch (error) {
      isBroken ||= endsSession(error);
      throw error;
    }
  }

  async function run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await send(sql, parameters);
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    return {
      rows: rows as R[],
      ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
    };
  }

  async function runFirst<R>(
    query: CompiledQuery,
    start: Promise<unknown>,
  ): Promise<QueryResult<R>> {
    starting = undefined;
    const [beginning, outcome] = await Promise.allSettled([start, run<R>(query)]);
    if (beginning.status === 'rejected') throw beginning.reason;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** All three leave in one piece, before the first is answered. When the statement fails, commit means rollback. */
  async function runWith<R>(given: Settings, query: CompiledQuery): Promise<QueryResult<R>> {
    const begin = `begin; ${sqlOf(given)}`;
    const { stream } = (client as OpenClient).connection;
    stream.cork();
    const begun = send(begin);
    const result = run<R>(query);
    const ended = send('commit');
    stream.uncork();
    const [beginning, outcome, ending] = await Promise.allSettled([begun, result, ended]);
    if (beginning.status === 'rejected') throw beginning.reason;
    if (outcome.status === 'rejected') throw outcome.reason;
    if (ending.status === 'rejected') throw ending.reason;
    return outcome.value;
  }

  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      if (starting !== undefined) return runFirst<R>(query, starting);
      return inTransaction || settings === undefined
        ? run<R>(query)
        : runWith<R>(settings(), query);
    },
    streamQuery: () => {
      throw new Error('a pipelined connection keeps no cursor');
    },
    begin: async (how) => {
      starting = send(settings === undefined ? how : `${how}; ${sqlOf(settings())}`);
      starting.catch(() => undefined);
      inTransaction = true;
    },
    end: async (how) => {
      inTransaction = false;
      try {
        await starting;
        starting = undefined;
        const { command } = await send(how);
        // PostgreSQL answers a commit after a failed statement with ROLLBACK.
        if (how === 'commit' && command === 'ROLLBACK')
          throw new Error('the transaction had failed before its commit');
      } catch (error) {
        isBroken = true;
        throw error;
      }
    },
    release: () => client.release(isBroken),
  };
}

/**
 * A statement that begins so is planned once a connection and kept there under its name; its text is always the same.
 * For the few that run by the thousand and whose planning costs more than their work.
 */
const KEPT = /^\/\* kept: ([a-z-]+) \*\//;

function startOf({ isolationLevel, accessMode }: TransactionSettings): string {
  const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
  return `start transaction${level}${accessMode === undefined ? '' : ` ${accessMode}`}`;
}
