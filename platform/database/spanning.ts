// Whether a database spans nodes by Citus. Almost nothing has to know: what a transaction sets has to reach the nodes, and
// they connect to each other as the role that queries run as.
import type pg from 'pg';

/** Shared by all who use a pool. */
export type Engine = {
  /** Undefined until the first settings are sent: then it is asked, once. */
  isSpanning: boolean | undefined;
};

const INSTALLED = `select exists (select from pg_extension where extname = 'citus') as installed`;

export async function spansNodes(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ installed: boolean }>(INSTALLED);
  return rows[0]?.installed ?? false;
}
