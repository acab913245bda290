// The number that an account has in a month, in SQL: the last one that was written for it up to then.
import { sql, type RawBuilder } from 'kysely';
import type { OrganizationIds } from '../access/access.service.ts';
import { ofOrganizations } from '../access/scope.ts';

/**
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
