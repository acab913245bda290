// Memberships in SQL, and what row-level security is told of them.
import { sql } from 'kysely';
import type { Membership } from '@kvartplata/platform/identity/memberships.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Db, Trx } from '../tables.ts';

export async function listMemberships(db: Db, userId: number): Promise<readonly Membership[]> {
  return db
    .selectFrom('organizationMembers')
    .modifyFront(sql`/* kept: list-memberships */`)
    .select(['organizationId', 'role'])
    .where('userId', '=', userId)
    .orderBy('organizationId')
    .execute();
}

export async function addToVisibility(
  trx: Trx,
  organizationIds: readonly number[],
  roles: readonly OrganizationRole[],
): Promise<void> {
  await sql`
    select set_config(
      'app.' || role || '_of', (app.organizations_of(role) || ${organizationIds}::bigint[])::text, true
    )
    from unnest(${roles}::text[]) as roles (role)
  `.execute(trx);
}
