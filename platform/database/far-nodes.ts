// Nodes of a database that spans some whose ids would be greater than programs can count.
import type pg from 'pg';
import { spansNodes } from './spanning.ts';

/** A node draws ids from its number times 2^48 on: from the next number on they are no whole numbers of JavaScript. */
const LAST_NUMBER = 31;
const FAR = `select distinct nodename || ':' || nodeport as place, groupid as number from pg_dist_node where groupid > $1 order by 2, 1`;

/** What an operator has to know of them, in one line; undefined when there are none. */
export async function tellFarNodes(pool: Pick<pg.Pool, 'query'>): Promise<string | undefined> {
  if (!(await spansNodes(pool))) return undefined;
  const { rows } = await pool.query<{ place: string; number: number }>(FAR, [LAST_NUMBER]);
  if (rows.length === 0) return undefined;
  const nodes = rows.map(({ place, number }) => `${place} (${number})`).join(', ');
  return `the numbers of these nodes are above ${LAST_NUMBER}, and what draws its id there is refused: ${nodes}; move their rows away, remove them, and add them again behind the highest number of the others`;
}
