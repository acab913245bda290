// What only those with a role have on the page.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { ReactElement, ReactNode } from 'react';
import { useMay } from '../lib/role.ts';

export function ForRole({
  least,
  children,
}: {
  /** The role that is enough, as each above it. */
  readonly least: OrganizationRole;
  readonly children: ReactNode;
}): ReactElement {
  return <>{useMay(least) && children}</>;
}
