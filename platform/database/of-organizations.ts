// Whose rows a statement is about: the organization stands in every condition, since an organization's rows lie together on
// one node of a distributed database.
import { sql, type RawBuilder } from 'kysely';

/** Those in which something is looked for. */
export type Organizations = readonly number[] | 'all';

/** Whether the row is of one of the organizations; the text is the same for all of them, as a kept statement wants it. */
export function isOfOne(organizations: Organizations, column: string): RawBuilder<boolean> {
  const all = organizations === 'all';
  return sql<boolean>`(${all}::boolean or ${sql.ref(column)} = any(${all ? [] : organizations}::bigint[]))`;
}

/** The same of a list that is almost always of one: then it is an equality, and the planner knows the order of what follows. */
export function isOfFew(ids: readonly number[], column: string): RawBuilder<boolean> {
  const [first, ...others] = ids;
  if (others.length > 0) return sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;
  return sql<boolean>`${sql.ref(column)} = ${first ?? null}::bigint`;
}
