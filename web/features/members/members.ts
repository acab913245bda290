// Who may do what in an organization.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Member } from '@kvartplata/contracts/core/members.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';
import { askAll } from '../../lib/paged.ts';

const pathOf = (organizationId: number): string => `/api/organizations/${organizationId}/members`;

export function membersOf(organizationId: number) {
  const path = pathOf(organizationId);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => askAll<Member>('core', path, { signal }),
  });
}

export function nameOf({ firstName, lastName, username, userId }: Member): string {
  const name = [lastName, firstName].filter((part) => part !== null).join(' ');
  return name || (username ?? String(userId));
}

export async function changeRole(
  { organizationId, userId }: Member,
  role: OrganizationRole,
): Promise<Member> {
  const path = `${pathOf(organizationId)}/${userId}`;
  return ask<Member>('core', path, { method: 'PUT', body: { role } });
}

export async function removeMember({ organizationId, userId }: Member): Promise<void> {
  await ask('core', `${pathOf(organizationId)}/${userId}`, { method: 'DELETE' });
}
