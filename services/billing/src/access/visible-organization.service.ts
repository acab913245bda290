// Checks that row-level security lets a caller see or change an organization, for requests that read no row of billing's own:
// data of core's, or data of which most accounts have no row.
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Db } from '../tables.ts';
import { mayWriteInto, seesOrganization } from './visible-organization.repository.ts';

export { seesOrganization };

/**
 * @param what named in the refusal as not found, when the caller does not see the organization
 * @throws Refusal not-found
 */
export async function requireVisible(db: Db, organizationId: number, what: string): Promise<void> {
  if (!(await seesOrganization(db, organizationId))) throw notFound(what);
}

/**
 * @param what named in the refusal as not found, when the caller does not see the organization
 * @throws Refusal not-found, forbidden
 */
export async function requireChangeable(
  db: Db,
  organizationId: number,
  what: string,
): Promise<void> {
  await requireVisible(db, organizationId, what);
  if (!(await mayWriteInto(db, organizationId))) throw new Refusal('forbidden');
}
