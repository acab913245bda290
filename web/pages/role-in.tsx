// The user's role in the organization whose house or account a page shows, which may not be the chosen one.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { organizations } from '../features/organizations/organizations.ts';
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
  const role = data.find(({ id }) => id === organizationId)?.role ?? 'viewer';
  return <RoleHere value={role}>{children}</RoleHere>;
}
