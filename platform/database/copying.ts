// Transactions that may COPY rows into tables with row-level security, which PostgreSQL lets only their owner do. All
// else in them runs as the application's role.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { asOwner } from './as-owner.ts';
import { inTransaction, openPool, type DatabaseOptions } from './database.ts';
import { overPool } from './driver.ts';
import type { Settings } from './settings.ts';

/**
 * Adds rows to a table, as its owner: its triggers and constraints see to them, its policies do not.
 * @param into the table and its columns: `charges (house_id, period)`
 * @param rows pieces of PostgreSQL's text format, in which a piece may hold any number of lines
 */
export type CopyIn = (into: string, rows: Iterable<Uint8Array>) => Promise<void>;

export type CopyingDatabase<Tables> = {
  /** Runs `work` in one transaction, again when PostgreSQL reports a deadlock or a serialization failure. */
  readonly inTransaction: <Result>(
    work: (trx: Transaction<Tables>, copyIn: CopyIn) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/**
 * @param options of a pool of its own: the URL's user owns the tables, the role is the application's
 * @param settings what each transaction begins with
 */
export function openCopyingDatabase<Tables>(
  options: DatabaseOptions,
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
        return work(trx, copyingBy(client, trx));
      });
    },
    close: async () => pool.end(),
  };
}

function copyingBy<Tables>(client: pg.PoolClient, trx: Transaction<Tables>): CopyIn {
  return async (into, rows) =>
    asOwner(trx, async () =>
      pipeline(
        Readable.from(rows, { objectMode: false }),
        client.query(copyFrom(`copy ${into} from stdin`)),
      ),
    );
}
