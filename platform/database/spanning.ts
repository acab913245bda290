// Whether a database is distributed by Citus. Almost no code has to know: only settings have to reach the nodes, and the nodes
// connect to each other as the role that queries run as.
import type pg from 'pg';

/** Shared by all users of a pool. */
export type Engine = {
  /** Undefined until the first settings are sent, when it is queried once. */
  isSpanning: boolean | undefined;
};

const INSTALLED = `select exists (select from pg_extension where extname = 'citus') as installed`;

export async function spansNodes(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ installed: boolean }>(INSTALLED);
  return rows[0]?.installed ?? false;
}
