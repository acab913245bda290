// Memberships in SQL, and the settings that row-level security reads.
import { sql } from 'kysely';
import { statementsOf } from '@kvartplata/platform/database/settings.ts';
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

export async function organizationExists(db: Db, organizationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** One statement per setting: a distributed database passes a setting on to its nodes only from a statement of its own. */
export async function addToVisibility(
  trx: Trx,
  organizationIds: readonly number[],
  roles: readonly OrganizationRole[],
): Promise<void> {
  const { rows } = await sql<{ role: OrganizationRole; ids: readonly number[] }>`
    select role, app.organizations_of(role) as ids from unnest(${roles}::text[]) as roles (role)
  `.execute(trx);
  const settings = rows.map(({ role, ids }) => [
    `app.${role}_of`,
    `{${[...ids, ...organizationIds].join(',')}}`,
  ]);
  for (const statement of statementsOf(Object.fromEntries(settings)))
    await sql.raw(statement).execute(trx);
}
