// Resets a member's lost second factor; only by an owner of every organization that the person belongs to. Otherwise an owner
// could expose other organizations to anyone who knows the member's password.
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Access, Caller } from '../../access/access.service.ts';
import type { UsersClient } from '../../access/users-client.ts';
import { findMember } from './members.repository.ts';
import { lockOrganizationMembers, type MemberPlace } from './members.service.ts';

type Deps = { readonly access: Pick<Access, 'membershipsOf'>; readonly users: UsersClient };

/**
 * Checked in this order: the role, the person is a member, is not the caller, and belongs only to organizations of the caller.
 * @throws Refusal not-found, forbidden, not-for-oneself, member-elsewhere, not-for-admins, two-factor-not-enabled,
 *   dependency-unavailable while auth is unavailable
 */
export async function resetMemberTwoFactor(
  { access, users }: Deps,
  caller: Caller,
  { organizationId, userId }: MemberPlace,
  language: MailLanguage,
): Promise<void> {
  caller.requireRole(organizationId);
  if ((await findMember(caller.db, organizationId, userId)) === undefined)
    throw notFound('The member');
  if (userId === caller.userId) throw new Refusal('not-for-oneself');
  await refuseMemberElsewhere(access, caller, userId);
  // A second check: the database itself allows only an owner to lock the members.
  await inTransaction(caller.db, async (trx) => lockOrganizationMembers(trx, organizationId));

  const { actor } = caller;
  const reset = { resetBy: caller.userId, organizationId, language };
  const outcome = await users.resetSecondFactor(userId, reset, actor.requestId);
  if (outcome === undefined) throw notFound('The user');
  if (outcome === 'admin') throw new Refusal('not-for-admins');
  if (outcome === 'not-enabled') throw new Refusal('two-factor-not-enabled');
  await inTransaction(caller.db, async (trx) =>
    recordChange(trx, actor, {
      action: 'member.two-factor-reset',
      object: { type: 'member', id: userId },
      organizationId,
    }),
  );
}

async function refuseMemberElsewhere(
  { membershipsOf }: Pick<Access, 'membershipsOf'>,
  caller: Caller,
  userId: number,
): Promise<void> {
  // The route is for owners only: these are the organizations that the caller owns.
  const owned = caller.organizationsOf(undefined);
  if (owned === 'all') return;
  const memberships = await membershipsOf(userId);
  if (memberships.some(({ organizationId }) => !owned.includes(organizationId)))
    throw new Refusal('member-elsewhere');
}
