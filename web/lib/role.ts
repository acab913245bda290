// What the user may do in the organization that a page is about. The services check every request anyway; the page does not offer
// what they would refuse.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { createContext, useContext } from 'react';

const FROM_LEAST: readonly OrganizationRole[] = ['viewer', 'accountant', 'owner'];

/** The lowest, until the role is known. */
export const RoleHere = createContext<OrganizationRole>('viewer');

export function useRole(): OrganizationRole {
  return useContext(RoleHere);
}

export function isEnough(role: OrganizationRole, needed: OrganizationRole): boolean {
  return FROM_LEAST.indexOf(role) >= FROM_LEAST.indexOf(needed);
}

/** Whether the user's role includes the required one. */
export function useMay(needed: OrganizationRole): boolean {
  return isEnough(useRole(), needed);
}
