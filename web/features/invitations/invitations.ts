// Who is asked to join an organization, and what waits for the user's own answer.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type {
  Invitation,
  NewInvitation,
  OwnInvitation,
} from '@kvartplata/contracts/core/invitations.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';
import { askAll } from '../../lib/paged.ts';

const OWN_PATH = '/api/invitations';
const pathOf = (organizationId: number): string =>
  `/api/organizations/${organizationId}/invitations`;

export function invitationsOf(organizationId: number) {
  const path = pathOf(organizationId);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => askAll<Invitation>('core', path, { signal }),
  });
}

export const ownInvitations = queryOptions({
  queryKey: [OWN_PATH],
  queryFn: async ({ signal }) => askAll<OwnInvitation>('core', OWN_PATH, { signal }),
});

/** @param name a username, or an e-mail, which has an @ */
export async function invite(
  organizationId: number,
  name: string,
  role: OrganizationRole,
): Promise<Invitation> {
  const body: NewInvitation = name.includes('@') ? { email: name, role } : { username: name, role };
  return ask<Invitation>('core', pathOf(organizationId), { method: 'POST', body });
}

export async function withdraw({ organizationId, id }: Invitation): Promise<void> {
  await ask('core', `${pathOf(organizationId)}/${id}`, { method: 'DELETE' });
}

export async function answer(
  { id }: OwnInvitation,
  how: 'accept' | 'decline',
): Promise<OwnInvitation> {
  return ask<OwnInvitation>('core', `${OWN_PATH}/${id}/${how}`, { method: 'POST' });
}
