// Who is a member of a company and who is asked to be one, written past every rule: what a test begins with.
import type { Place } from './place.ts';
import type { ThreeServices } from './three-services.ts';

/** Invited into both companies, and a member of none. */
export const NEWCOMER = 'newcomer';

export async function addMember(
  { owners }: ThreeServices,
  organizationId: number,
  userId: number,
  role: string,
): Promise<void> {
  await owners.core.query(
    `insert into organization_members (organization_id, user_id, role) values ($1, $2, $3)
     on conflict on constraint organization_members_pkey do update set role = excluded.role`,
    [organizationId, userId, role],
  );
}

export async function addInvitation(
  { owners }: ThreeServices,
  organizationId: number,
): Promise<number> {
  const { rows } = await owners.core.query<{ id: number }>(
    `insert into invitations
       (organization_id, addressed_by, addressee, addressee_key, role, created_at, expires_at)
     values ($1, 'username', $2, $2, 'viewer', now(), now() + interval '14 days') returning id::integer`,
    [organizationId, NEWCOMER],
  );
  return rows[0]?.id ?? 0;
}

/** The newcomer is none of the organization's, and is asked to be. */
export async function letInvitationWait(
  { owners }: ThreeServices,
  { organizationId, invitationId }: Place,
  newcomerId: number,
): Promise<void> {
  await owners.core.query(
    `delete from organization_members where organization_id = $1 and user_id = $2`,
    [organizationId, newcomerId],
  );
  await owners.core.query(`delete from invitations where organization_id = $1 and id <> $2`, [
    organizationId,
    invitationId,
  ]);
  await owners.core.query(`update invitations set status = 'WAITING' where id = $1`, [
    invitationId,
  ]);
}
