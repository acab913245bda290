// The user's role in the organization whose house or account a page shows, which may not be the chosen one.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { organizations } from '../features/organizations/organizations.ts';
import { OrganizationName } from '../lib/organization-name.ts';
import { RoleHere } from '../lib/role.ts';

export function RoleIn({
  organizationId,
  children,
}: {
  /** Undefined until it is known. */
  readonly organizationId: number | undefined;
  readonly children: ReactNode;
}): ReactElement {
  const { data = [] } = useQuery(organizations);
  const organization = data.find(({ id }) => id === organizationId);
  return (
    <OrganizationName value={organization?.shortName ?? organization?.name}>
      <RoleHere value={organization?.role ?? 'viewer'}>{children}</RoleHere>
    </OrganizationName>
  );
}
