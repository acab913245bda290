// Memberships in SQL.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Db, Trx } from '../tables.ts';

export type Member = {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: OrganizationRole;
};

export async function findRole(
  db: Db,
  organizationId: number,
  userId: number,
): Promise<OrganizationRole | undefined> {
  const member = await db
    .selectFrom('organization_members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member?.role;
}

export async function insertMember(trx: Trx, member: Member): Promise<void> {
  await trx
    .insertInto('organization_members')
    .values({
      organization_id: member.organizationId,
      user_id: member.userId,
      role: member.role,
    })
    .execute();
}

export async function deleteMembers(trx: Trx, organizationId: number): Promise<void> {
  await trx
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .execute();
}
