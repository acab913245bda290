// Turns what a caller may see into SQL: every list query carries it.
import { sql, type RawBuilder } from 'kysely';
import type { OrganizationIds } from './access.service.ts';
import type { Scope } from './places.ts';

/** A condition on the table's organization: a statement that names it is asked of one node, and finds rows by their keys. */
export function ofOrganizations(
  table: string,
  organizationIds: OrganizationIds,
): RawBuilder<unknown> {
  if (organizationIds === 'all') return sql`true`;
  return sql`${sql.ref(`${table}.organization_id`)} = any(${organizationIds}::bigint[])`;
}

/** A condition on the table's house and organization. */
export function withinScope(table: string, scope: Scope): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  const houses = sql.ref(`${table}.house_id`);
  const organizations = sql.ref(`${table}.organization_id`);
  return sql`(${houses} = any(${scope.houseIds}::bigint[]) and ${organizations} = any(${scope.organizationIds}::bigint[]))`;
}

/** `and` of the conditions that are there. */
export function allOf(
  conditions: readonly (RawBuilder<unknown> | undefined)[],
): RawBuilder<unknown> {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
}
