// What the user may do in the organization that a page is about. The services decide again at every request; what they
// would refuse is not offered in the first place.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { createContext, useContext } from 'react';

const FROM_LEAST: readonly OrganizationRole[] = ['viewer', 'accountant', 'owner'];

/** The least, until the role is known. */
export const RoleHere = createContext<OrganizationRole>('viewer');

export function useRole(): OrganizationRole {
  return useContext(RoleHere);
}

export function isEnough(role: OrganizationRole, needed: OrganizationRole): boolean {
  return FROM_LEAST.indexOf(role) >= FROM_LEAST.indexOf(needed);
}

/** Whether the user's role is as much as what is needed. */
export function useMay(needed: OrganizationRole): boolean {
  return isEnough(useRole(), needed);
}
