// What the user may do in the organization that a page is about. The services check every request anyway; the page does not offer
// what they would refuse.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { roleCovers } from '@kvartplata/contracts/roles.ts';
import { createContext, useContext } from 'react';

/** The lowest, until the role is known. */
export const RoleHere = createContext<OrganizationRole>('viewer');

export function useRole(): OrganizationRole {
  return useContext(RoleHere);
}

/** Whether the user's role includes the required one. */
export function useMay(needed: OrganizationRole): boolean {
  return roleCovers(useRole(), needed);
}
