// What a user may do in an organization. Another's organization looks like one that is not there.
import { roleCovers, type OrganizationRole } from '@kvartplata/contracts/access.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Session } from '@kvartplata/platform/identity/session.ts';
import type { Db, Trx } from '../tables.ts';
import * as repository from './access.repository.ts';

/**
 * Passes when the user has at least `role` in the organization; the platform's admin always passes,
 * also for an organization that does not exist.
 * @throws Refusal not-found for who is no member, forbidden for too small a role
 */
export async function requireRole(
  db: Db,
  session: Session,
  organizationId: number,
  role: OrganizationRole,
): Promise<void> {
  if (session.platformRole === 'admin') return;
  const held = await repository.findRole(db, organizationId, session.userId);
  if (held === undefined) throw notFound('The organization');
  if (!roleCovers(held, role))
    throw new Refusal('forbidden', `This needs the role ${role}; yours is ${held}`);
}

/** Makes the user the first owner of an organization that has just been created. */
export async function makeOwner(trx: Trx, organizationId: number, userId: number): Promise<void> {
  await repository.insertMember(trx, { organizationId, userId, role: 'owner' });
}

/** Ends every membership of an organization that is about to be deleted. */
export async function removeEveryone(trx: Trx, organizationId: number): Promise<void> {
  await repository.deleteMembers(trx, organizationId);
}
