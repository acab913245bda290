// Database handles whose every transaction starts with settings, such as the organizations that row-level security
// lets it see. They last as long as the transaction, so nothing is left on a connection for the next one, whoever
// pools it.
import {
  Kysely,
  PostgresDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/** By name with a dot, such as `app.viewer_of`. */
export type Settings = Readonly<Record<string, string>>;

const NAME = /^[a-z_]+\.[a-z_]+$/;

/**
 * @param pool its clients pipeline, so that a statement of its own and the transaction around it are one round trip
 * @param settings asked at the start of each transaction
 */
export function withSettings<Tables>(pool: pg.Pool, settings: () => Settings): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool });
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => driverWith(pool, settings),
    },
  });
}

type Connection = DatabaseConnection & {
  begin(how: string): Promise<void>;
  end(how: 'commit' | 'rollback'): Promise<void>;
  release(): void;
};

function driverWith(pool: pg.Pool, settings: () => Settings): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => connectionOf(await pool.connect(), settings),
    beginTransaction: async (connection, how) => (connection as Connection).begin(startOf(how)),
    commitTransaction: async (connection) => (connection as Connection).end('commit'),
    rollbackTransaction: async (connection) => (connection as Connection).end('rollback'),
    releaseConnection: async (connection) => (connection as Connection).release(),
    // The pool belongs to the database that made this handle.
    destroy: async () => {},
  };
}

function connectionOf(client: pg.PoolClient, settings: () => Settings): Connection {
  let inTransaction = false;
  let isBroken = false;

  async function run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await client.query(sql, [...parameters]);
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    return {
      rows: rows as R[],
      ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
    };
  }

  /** All three are on their way before the first is answered. When the statement fails, commit means rollback. */
  async function runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const begun = client.query(`begin; ${sqlOf(settings())}`);
    const result = run<R>(query);
    const ended = client.query('commit');
    const [beginning, outcome, ending] = await Promise.allSettled([begun, result, ended]);
    if (beginning.status === 'rejected') throw beginning.reason;
    if (outcome.status === 'rejected') throw outcome.reason;
    if (ending.status === 'rejected') throw ending.reason;
    return outcome.value;
  }

  return {
    executeQuery: async <R>(query: CompiledQuery) =>
      inTransaction ? run<R>(query) : runAlone<R>(query),
    streamQuery: () => {
      throw new Error('a pipelined connection keeps no cursor');
    },
    begin: async (how) => {
      await client.query(`${how}; ${sqlOf(settings())}`);
      inTransaction = true;
    },
    end: async (how) => {
      inTransaction = false;
      try {
        const { command } = await client.query(how);
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

function startOf({ isolationLevel, accessMode }: TransactionSettings): string {
  const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
  return `start transaction${level}${accessMode === undefined ? '' : ` ${accessMode}`}`;
}

function sqlOf(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      if (!NAME.test(name)) throw new Error(`${name} is no name of a setting`);
      return `set local ${name} = '${value.replaceAll("'", "''")}'`;
    })
    .join('; ');
}
