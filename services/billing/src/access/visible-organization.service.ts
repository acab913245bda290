// Whether row-level security shows a caller what an organization has, and lets them change it, where no row of billing's own would
// tell: what is core's, and what most accounts have no row of, it would let through.
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Db } from '../tables.ts';
import { mayWriteInto, seesOrganization } from './visible-organization.repository.ts';

export { seesOrganization };

/**
 * @param what is not there for whoever does not see the organization
 * @throws Refusal not-found
 */
export async function requireVisible(db: Db, organizationId: number, what: string): Promise<void> {
  if (!(await seesOrganization(db, organizationId))) throw notFound(what);
}

/**
 * @param what is not there for whoever does not see the organization
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
