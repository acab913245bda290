// Nodes of a distributed database whose ids would exceed JavaScript's safe integers.
import type pg from 'pg';
import { spansNodes } from './spanning.ts';

/** A node draws ids from its number times 2^48: above this number they are no safe integers of JavaScript. */
const LAST_NUMBER = 31;
const FAR = `select distinct nodename || ':' || nodeport as place, groupid as number from pg_dist_node where groupid > $1 order by 2, 1`;

/** One line for an operator; undefined when there are no such nodes. */
export async function describeFarNodes(pool: Pick<pg.Pool, 'query'>): Promise<string | undefined> {
  if (!(await spansNodes(pool))) return undefined;
  const { rows } = await pool.query<{ place: string; number: number }>(FAR, [LAST_NUMBER]);
  if (rows.length === 0) return undefined;
  const nodes = rows.map(({ place, number }) => `${place} (${number})`).join(', ');
  return `the numbers of these nodes are above ${LAST_NUMBER}, and what draws its id there is refused: ${nodes}; move their rows away, remove them, and add them again behind the highest number of the others`;
}
