// Memberships in SQL.
import { sql } from 'kysely';
import type { Membership } from '@kvartplata/platform/identity/memberships.ts';
import type { Db } from '../tables.ts';

export async function listMemberships(db: Db, userId: number): Promise<readonly Membership[]> {
  return db
    .selectFrom('organization_members')
    .modifyFront(sql`/* kept: list-memberships */`)
    .select(['organization_id as organizationId', 'role'])
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute();
}
