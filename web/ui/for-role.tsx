// Parts of the page that only users with a certain role see.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { ReactElement, ReactNode } from 'react';
import { useMay } from '../lib/role.ts';

export function ForRole({
  least,
  children,
}: {
  /** The lowest role that suffices. */
  readonly least: OrganizationRole;
  readonly children: ReactNode;
}): ReactElement {
  return <>{useMay(least) && children}</>;
}
