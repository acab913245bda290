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

/** Houses with their organizations, almost always a single one. */
export type Houses = {
  readonly organizationIds: readonly number[];
  readonly houseIds: readonly number[];
};

/** Whether the row belongs to one of the houses. */
export function isIn(table: string, houses: Houses): RawBuilder<boolean> {
  return sql<boolean>`(${isOf(table, houses)} and ${sql.ref(`${table}.house_id`)} = any(${houses.houseIds}::bigint[]))`;
}

/**
 * Whether the row belongs to one of the organizations of the houses. A single one becomes an equality, so that the planner can use
 * the index order. In subqueries too: a distributed database would run a statement on all nodes when one of its tables is
 * restricted by a join alone.
 */
export function isOf(table: string, { organizationIds }: Houses): RawBuilder<boolean> {
  const [first, ...others] = organizationIds;
  const column = sql.ref(`${table}.organization_id`);
  if (others.length > 0) return sql<boolean>`${column} = any(${organizationIds}::bigint[])`;
  return sql<boolean>`${column} = ${first ?? null}::bigint`;
}
