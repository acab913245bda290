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
  'organizationMembers.organizationId',
  'organizationMembers.userId',
  'organizationMembers.role',
  'organizationMembers.createdAt',
] as const;

/** Ordered by user id. */
export async function listMembers(
  db: Db,
  organizationId: number,
  { afterUserId, limit }: { readonly afterUserId: number; readonly limit: number },
): Promise<readonly MemberRow[]> {
  return db
    .selectFrom('organizationMembers')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('userId', '>', afterUserId)
    .orderBy('userId')
    .limit(limit)
    .execute();
}

export async function findMember(
  db: Db,
  organizationId: number,
  userId: number,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom('organizationMembers')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst();
}

/** Serializes changes of an organization's members. False when the organization does not exist. */
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
    .insertInto('organizationMembers')
    .values({
      organizationId: member.organizationId,
      userId: member.userId,
      role: member.role,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateRole(trx: Trx, member: Omit<MemberRow, 'createdAt'>): Promise<void> {
  await trx
    .updateTable('organizationMembers')
    .set({ role: member.role })
    .where('organizationId', '=', member.organizationId)
    .where('userId', '=', member.userId)
    .execute();
}

export async function deleteMember(
  trx: Trx,
  organizationId: number,
  userId: number,
): Promise<void> {
  await trx
    .deleteFrom('organizationMembers')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute();
}

export async function deleteMembers(trx: Trx, organizationId: number): Promise<void> {
  await trx
    .deleteFrom('organizationMembers')
    .where('organizationId', '=', organizationId)
    .execute();
}
