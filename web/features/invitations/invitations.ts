// The invitations of an organization, and those that wait for the user's own answer.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  listInvitations,
  listOwnInvitations,
  withdrawInvitation,
  type Invitation,
  type NewInvitation,
  type OwnInvitation,
} from '@kvartplata/contracts/core/invitations.ts';
import { call } from '../../lib/api.ts';
import { readAll } from '../../lib/reads.ts';
import type { Language } from '../../lib/words.ts';

export function invitationsOf(organizationId: number) {
  return readAll(listInvitations, { params: { organizationId } });
}

export const ownInvitations = readAll(listOwnInvitations);

/**
 * @param name a username, or an e-mail, recognized by its @
 * @param language of the letter to an e-mail
 */
export async function invite(
  organizationId: number,
  name: string,
  role: OrganizationRole,
  language: Language,
): Promise<Invitation> {
  const body: NewInvitation = name.includes('@')
    ? { email: name, role, language }
    : { username: name, role };
  return call(createInvitation, { params: { organizationId }, body });
}

export async function withdraw({ organizationId, id }: Invitation): Promise<void> {
  await call(withdrawInvitation, { params: { organizationId, invitationId: id } });
}

export async function answer(
  { id }: OwnInvitation,
  how: 'accept' | 'decline',
): Promise<OwnInvitation> {
  const params = { invitationId: id };
  return how === 'accept'
    ? call(acceptInvitation, { params })
    : call(declineInvitation, { params });
}
