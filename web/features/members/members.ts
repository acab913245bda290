// The members of an organization and their roles.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import {
  changeMember,
  listFormerMembers,
  listMembers,
  removeMember,
  resetMemberTwoFactor,
  type Member,
} from '@kvartplata/contracts/core/members.ts';
import type { Language } from '../../lib/words.ts';
import { call } from '../../lib/api.ts';
import { readAll } from '../../lib/reads.ts';

export function membersOf(organizationId: number) {
  return readAll(listMembers, { params: { organizationId } });
}

/** Those who are members no more; only owners may read them. */
export function formerMembersOf(organizationId: number) {
  return readAll(listFormerMembers, { params: { organizationId } });
}

/** A member, or somebody who was one. */
export type Named = Pick<Member, 'userId' | 'username' | 'firstName' | 'lastName'>;

export function nameOf({ firstName, lastName, username, userId }: Named): string {
  const name = [lastName, firstName].filter((part) => part !== null).join(' ');
  return name || (username ?? String(userId));
}

export async function changeRole(
  { organizationId, userId }: Member,
  role: OrganizationRole,
): Promise<Member> {
  return call(changeMember, { params: { organizationId, userId }, body: { role } });
}

export async function endMembership({ organizationId, userId }: Member): Promise<void> {
  await call(removeMember, { params: { organizationId, userId } });
}

export async function resetTwoFactor(
  { organizationId, userId }: Member,
  language: Language,
): Promise<void> {
  await call(resetMemberTwoFactor, { params: { organizationId, userId }, body: { language } });
}
