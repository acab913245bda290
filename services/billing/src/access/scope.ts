// Conditions that queries share: the caller's scope, which every list query includes, and whether an entry stands.
import { sql, type RawBuilder } from 'kysely';
import type { OrganizationIds } from './access.service.ts';
import type { Scope } from './places.ts';

/**
 * A condition on the table's organization: a statement with it goes to one node and uses indexes, which begin with the
 * organization.
 */
export function ofOrganizations(
  table: string,
  organizationIds: OrganizationIds,
): RawBuilder<unknown> {
  if (organizationIds === 'all') return sql`true`;
  const column = sql.ref(`${table}.organization_id`);
  const [one, ...others] = organizationIds;
  // The planner propagates a constant to joined tables, but not a list.
  if (one !== undefined && others.length === 0) return sql`${column} = ${one}`;
  return sql`${column} = any(${organizationIds}::bigint[])`;
}

/** A condition on the table's house and organization. */
export function withinScope(table: string, scope: Scope): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  const houses = sql.ref(`${table}.house_id`);
  return sql`(${ofOrganizations(table, scope.organizationIds)} and ${houses} = any(${scope.houseIds}::bigint[]))`;
}

/** The given conditions joined by `and`. */
export function allOf(
  conditions: readonly (RawBuilder<unknown> | undefined)[],
): RawBuilder<unknown> {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
}

/**
 * The number that an account has in a month: the last one written for it up to that month.
 * @param table its rows have an organization, a house, an account, and their month in `monthColumn`
 * @param organizationIds those of the rows: conditions on the rows are not pushed down into a sub-select
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

/** The opening balances that entries book, for `DEBT_MONTH`. */
export function joinBrought(organizationId: number): RawBuilder<unknown> {
  return sql`left join opening_balances as brought on brought.organization_id = ${organizationId}
    and brought.house_id = ledger_entries.house_id
    and brought.personal_account_id = ledger_entries.personal_account_id
    and brought.id = ledger_entries.document_id and ledger_entries.transaction_type = 'OPENING'`;
}

/** The month whose debt an entry books. An opening balance may be booked in a later one. */
export const DEBT_MONTH = sql`coalesce(brought.period, ledger_entries.period)`;

/**
 * Whether no storno has reversed it.
 * @param table its rows have an id that is that of their entry, and a house of the organization
 */
export function notReversed(
  organizationId: number,
  table: 'payments' | 'adjustments' | 'charges' | 'ledger_entries',
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`not exists (
    select from stornos
    where stornos.organization_id = ${organizationId} and stornos.house_id = ${column('house_id')}
      and stornos.entry_id = ${column('id')}
  )`;
}
