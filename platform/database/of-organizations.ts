// Conditions on the organization of rows. Every statement has one, since a distributed database keeps all rows of an organization
// on one node.
import { sql, type RawBuilder } from 'kysely';

/** The organizations to search. */
export type Organizations = readonly number[] | 'all';

/** Whether the row belongs to one of the organizations; the text is always the same, as a prepared statement requires. */
export function isOfOne(organizations: Organizations, column: string): RawBuilder<boolean> {
  const all = organizations === 'all';
  return sql<boolean>`(${all}::boolean or ${sql.ref(column)} = any(${all ? [] : organizations}::bigint[]))`;
}

/** The same for a list that almost always has one id: it becomes an equality, so that the planner can use the index order. */
export function isOfFew(ids: readonly number[], column: string): RawBuilder<boolean> {
  const [first, ...others] = ids;
  if (others.length > 0) return sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;
  return sql<boolean>`${sql.ref(column)} = ${first ?? null}::bigint`;
}
