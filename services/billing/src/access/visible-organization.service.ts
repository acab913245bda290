// Whether row-level security shows a caller what an organization has, where no row of billing's own would tell: what is core's, and
// what most accounts have no row of, it would let through.
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Db } from '../tables.ts';
import { seesOrganization } from './visible-organization.repository.ts';

export { seesOrganization };

/**
 * @param what is not there for whoever does not see the organization
 * @throws Refusal not-found
 */
export async function requireVisible(db: Db, organizationId: number, what: string): Promise<void> {
  if (!(await seesOrganization(db, organizationId))) throw notFound(what);
}
