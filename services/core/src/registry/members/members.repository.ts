// The members of organizations in SQL.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';

export type MemberRow = {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: OrganizationRole;
  readonly createdAt: Date;
};

const COLUMNS = [
  'organization_members.organization_id as organizationId',
  'organization_members.user_id as userId',
  'organization_members.role',
  'organization_members.created_at as createdAt',
] as const;

/** In the order of user ids. */
export async function listMembers(
  db: Db,
  organizationId: number,
  { afterUserId, limit }: { readonly afterUserId: number; readonly limit: number },
): Promise<readonly MemberRow[]> {
  return db
    .selectFrom('organization_members')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('user_id', '>', afterUserId)
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

export async function findMember(
  db: Db,
  organizationId: number,
  userId: number,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom('organization_members')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function organizationExists(db: Db, organizationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Two changes of an organization's members go one after the other. False when there is no such organization. */
export async function lockMembers(trx: Trx, organizationId: number): Promise<boolean> {
  const { rows } = await sql`
    select organizations.id from organizations where organizations.id = ${organizationId} for update
  `.execute(trx);
  return rows.length === 1;
}

export async function countOwners(trx: Trx, organizationId: number): Promise<number> {
  const { rows } = await sql<{ owners: number }>`
    select count(*)::integer as owners from organization_members
    where organization_members.organization_id = ${organizationId} and organization_members.role = 'owner'
  `.execute(trx);
  return rows[0]?.owners ?? 0;
}

export async function insertMember(
  trx: Trx,
  member: Omit<MemberRow, 'createdAt'>,
): Promise<MemberRow> {
  return trx
    .insertInto('organization_members')
    .values({
      organization_id: member.organizationId,
      user_id: member.userId,
      role: member.role,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateRole(trx: Trx, member: Omit<MemberRow, 'createdAt'>): Promise<void> {
  await trx
    .updateTable('organization_members')
    .set({ role: member.role })
    .where('organization_id', '=', member.organizationId)
    .where('user_id', '=', member.userId)
    .execute();
}

export async function deleteMember(
  trx: Trx,
  organizationId: number,
  userId: number,
): Promise<void> {
  await trx
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteMembers(trx: Trx, organizationId: number): Promise<void> {
  await trx
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .execute();
}
