// The organization that a request names. Memberships tell whether it exists; an admin of the platform has access without any.
import type { FastifyRequest } from 'fastify';
import { notFound } from '../http/refusal.ts';

/**
 * @param exists whether there is such an organization
 * @throws Refusal not-found, and what `exists` throws
 */
export async function requireNamedOrganization(
  { params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
  exists: (organizationId: number) => Promise<boolean>,
): Promise<void> {
  const named = new Set([params, query, body].map(organizationIn));
  for (const organizationId of named)
    // A request names one, except where its query repeats the body.
    // oxlint-disable-next-line no-await-in-loop
    if (organizationId !== undefined && !(await exists(organizationId)))
      throw notFound('The organization');
}

function organizationIn(part: unknown): number | undefined {
  const { organizationId } = (part ?? {}) as { readonly organizationId?: unknown };
  return typeof organizationId === 'number' ? organizationId : undefined;
}
