// A page about one record. The record's organization becomes the chosen one: otherwise the header would name another.
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { chooseOrganization, organizations } from '../features/organizations/organizations.ts';
import { RoleIn } from './role-in.tsx';

export function OfRecord({
  organizationId,
  children,
}: {
  /** Undefined until it is known. */
  readonly organizationId: number | undefined;
  readonly children: ReactNode;
}): ReactElement {
  const { data = [] } = useQuery(organizations);
  const isOwn = data.some(({ id }) => id === organizationId);
  useEffect(() => {
    if (isOwn && organizationId !== undefined) chooseOrganization(organizationId);
  }, [isOwn, organizationId]);
  return <RoleIn organizationId={organizationId}>{children}</RoleIn>;
}
