// What a client of the PostgreSQL library has but its types do not declare.
import type { Socket } from 'node:net';
import type pg from 'pg';

export type OpenClient = pg.PoolClient & {
  /** The process id of its server session. */
  readonly processID: number;
  /** False while a result is pending. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Socket };
};
