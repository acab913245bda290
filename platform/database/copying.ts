// Transactions that may COPY rows into tables with row-level security, which PostgreSQL allows only to the owner. They run as the
// owner from beginning to end: a distributed database does not allow a role change after the transaction has written.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inTransaction, openPool, type DatabaseOptions } from './database.ts';
import { overPool } from './driver.ts';
import type { Settings } from './settings.ts';

/**
 * Adds rows to a table; its triggers and constraints apply.
 * @param into the table and its columns: `charges (house_id, period)`
 * @param rows pieces of PostgreSQL's text format, each with any number of lines
 */
export type CopyIn = (into: string, rows: Iterable<Uint8Array>) => Promise<void>;

export type CopyingDatabase<Tables> = {
  /** Runs `work` in one transaction; retries on a deadlock or a serialization failure. */
  readonly inTransaction: <Result>(
    work: (trx: Transaction<Tables>, copyIn: CopyIn) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/**
 * @param options of a separate pool whose user owns the tables: policies do not apply to it, triggers and constraints do
 * @param settings set at the start of each transaction, for functions that check who is asking
 */
export function openCopyingDatabase<Tables>(
  options: Omit<DatabaseOptions, 'role'>,
  settings: Settings,
): CopyingDatabase<Tables> {
  const pool = openPool(options, { pipeline: false });
  const engine = { isSpanning: undefined };
  return {
    inTransaction: async (work) => {
      let client: pg.PoolClient | undefined;
      const oneAtATime = {
        connect: async () => (client = await pool.connect()),
        engine,
      };
      const db = overPool<Tables>(
        oneAtATime,
        () => settings,
        async () => {},
      );
      return inTransaction(db, async (trx) => {
        if (client === undefined) throw new Error('a transaction has a connection');
        return work(trx, copyingBy(client));
      });
    },
    close: async () => pool.end(),
  };
}

function copyingBy(client: pg.PoolClient): CopyIn {
  return async (into, rows) =>
    pipeline(
      Readable.from(rows, { objectMode: false }),
      client.query(copyFrom(`copy ${into} from stdin`)),
    );
}
