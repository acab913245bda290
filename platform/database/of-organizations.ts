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

/** Houses of an organization. */
export type HousesOf = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
};

/** Whether the row belongs to one of the houses. */
export function isIn(table: string, { organizationId, houseIds }: HousesOf): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.organization_id`)} = ${organizationId}
    and ${sql.ref(`${table}.house_id`)} = any(${houseIds}::bigint[]))`;
}
