// What the user may do in the organization that a page is about. The services decide again at every request; what they
// would refuse is not offered in the first place.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { createContext, useContext } from 'react';

const FROM_LEAST: readonly OrganizationRole[] = ['viewer', 'accountant', 'owner'];

/** The least, until the role is known. */
export const RoleHere = createContext<OrganizationRole>('viewer');

/** Whether the user's role is as much as what is needed. */
export function useMay(needed: OrganizationRole): boolean {
  return FROM_LEAST.indexOf(useContext(RoleHere)) >= FROM_LEAST.indexOf(needed);
}
