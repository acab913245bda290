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
  const column = sql.ref(`${table}.organization_id`);
  const [one, ...others] = organizationIds;
  // The planner carries a constant over to the tables that are joined by it, and a list not.
  if (one !== undefined && others.length === 0) return sql`${column} = ${one}`;
  return sql`${column} = any(${organizationIds}::bigint[])`;
}

/** A condition on the table's house and organization. */
export function withinScope(table: string, scope: Scope): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  const houses = sql.ref(`${table}.house_id`);
  return sql`(${ofOrganizations(table, scope.organizationIds)} and ${houses} = any(${scope.houseIds}::bigint[]))`;
}

/** `and` of the conditions that are there. */
export function allOf(
  conditions: readonly (RawBuilder<unknown> | undefined)[],
): RawBuilder<unknown> {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
}

/**
 * The number that an account has in a month: the last one that was written for it up to then.
 * @param table whose rows have an organization, a house, an account, and their month in `monthColumn`
 * @param organizationIds which the rows are of: no condition on the rows reaches into a sub-select
 */
export function accountNumberOf(
  table: string,
  monthColumn: string,
  organizationIds: OrganizationIds,
): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`(
    select charged_accounts.account_number from charged_accounts
    where ${ofOrganizations('chargedAccounts', organizationIds)}
      and charged_accounts.organization_id = ${column('organization_id')}
      and charged_accounts.house_id = ${column('house_id')}
      and charged_accounts.personal_account_id = ${column('personal_account_id')}
      and charged_accounts.since <= ${column(monthColumn)}
    order by charged_accounts.since desc
    limit 1
  )`;
}
