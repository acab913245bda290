// Which role includes another. Without schemas, which the page does not contain.
import type { OrganizationRole } from './access.ts';

const RANKS: Readonly<Record<OrganizationRole, number>> = { viewer: 1, accountant: 2, owner: 3 };

/** Whether a role includes another: an owner may do everything that an accountant may. */
export function roleCovers(held: OrganizationRole, needed: OrganizationRole): boolean {
  return RANKS[held] >= RANKS[needed];
}
