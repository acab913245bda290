// The ended memberships of an organization in SQL, from the audit log.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type FormerMemberRow = {
  readonly userId: number;
  /** The one that the membership ended with. */
  readonly role: OrganizationRole;
  readonly endedAt: Date;
};

/** Those who have not become members again, ordered by user id. */
export async function listFormerMembers(
  db: Db,
  organizationId: number,
  { afterUserId, limit }: { readonly afterUserId: number; readonly limit: number },
): Promise<readonly FormerMemberRow[]> {
  const { rows } = await sql<FormerMemberRow>`
    select ended.user_id, ended.role, ended.ended_at
    from (
      select distinct on (audit_log.object_id)
        audit_log.object_id::bigint as user_id, audit_log.before ->> 'role' as role, audit_log.at as ended_at
      from audit_log
      where audit_log.organization_id = ${organizationId} and audit_log.object_type = 'member'
        and audit_log.action in ('member.left', 'member.removed')
      order by audit_log.object_id, audit_log.id desc
    ) as ended
    where ended.user_id > ${afterUserId} and not exists (
      select from organization_members
      where organization_members.organization_id = ${organizationId} and organization_members.user_id = ended.user_id
    )
    order by ended.user_id
    limit ${limit}
  `.execute(db);
  return rows;
}
