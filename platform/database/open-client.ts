// What a client of the PostgreSQL library has and its types do not tell.
import type { Socket } from 'node:net';
import type pg from 'pg';

export type OpenClient = pg.PoolClient & {
  /** Of the server's process. */
  readonly processID: number;
  /** False while an answer is waited for. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Socket };
};
