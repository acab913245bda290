// GET /api/audit: the audit log of a service, for the users whom the service allows to read it.
import type { auditLog } from '@kvartplata/contracts/audit.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../database/executor.ts';
import { decodeCursor, pageOf } from '../http/cursor.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import type { HttpServer } from '../http/server.ts';
import { listChanges } from './audit.repository.ts';

export type AuditAccess = {
  /**
   * Which part of the log the reader may see.
   * @param organizationId the one that the request names
   * @throws Refusal not-found for an organization that is not the reader's, forbidden for too small a role
   */
  readonly readableBy: (
    request: FastifyRequest,
    organizationId: number | undefined,
  ) => Promise<{ readonly db: Executor; readonly organizationIds: readonly number[] | 'all' }>;
};

export function auditRoutes(
  app: HttpServer,
  listChangesOf: ReturnType<typeof auditLog>,
  { readableBy }: AuditAccess,
): void {
  route(app, listChangesOf, async (request) => {
    const { organizationId, who, what, object, from, to, cursor, limit } = request.query;
    const [beforeId] = decodeCursor(cursor, ['id']) ?? [];
    const [objectType, objectId] = object?.split(':') ?? [];
    const { db, organizationIds } = await readableBy(request, organizationId);
    if (organizationIds.length === 0)
      throw new Refusal('forbidden', 'Only owners and admins read the audit log');
    const shown = limit ?? DEFAULT_PAGE_LIMIT;
    const entries = await listChanges(db, {
      organizationIds,
      userId: who,
      action: what,
      objectType,
      objectId,
      from,
      to,
      beforeId,
      limit: shown + 1,
    });
    return pageOf(
      entries,
      shown,
      (entry) => [entry.id],
      (entry) => entry,
    );
  });
}
