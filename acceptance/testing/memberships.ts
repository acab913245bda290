// The members and invitations of a company at the start of a test, written without any checks.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Place } from './place.ts';
import type { ThreeServices } from './three-services.ts';

/** Invited to both companies, and a member of none. */
export const NEWCOMER = 'newcomer';

export async function addMember(
  { owners }: ThreeServices,
  organizationId: number,
  userId: number,
  role: OrganizationRole,
): Promise<void> {
  await owners.core.query(memberStatement(organizationId, userId, role));
}

/** Gives the user that role, whatever they were before. */
export function memberStatement(
  organizationId: number,
  userId: number,
  role: OrganizationRole,
): string {
  return `insert into organization_members (organization_id, user_id, role)
    values (${organizationId}, ${userId}, '${role}')
    on conflict on constraint organization_members_pkey do update set role = excluded.role`;
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

/** The newcomer is no member of the organization, and has an invitation. */
export function waitingInvitation(
  { organizationId, invitationId }: Pick<Place, 'organizationId' | 'invitationId'>,
  newcomerId: number,
): readonly string[] {
  return [
    `delete from organization_members where organization_id = ${organizationId} and user_id = ${newcomerId}`,
    `delete from invitations where organization_id = ${organizationId} and id <> ${invitationId}`,
    `update invitations set status = 'WAITING' where id = ${invitationId}`,
  ];
}
