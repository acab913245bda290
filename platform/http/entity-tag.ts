// Entity tags of versioned records: a change that names the version it saw cannot undo another's.
import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** A record that a request names, and the version that the caller has seen of it. */
export type Named = { readonly id: number; readonly ifMatch: string | undefined };

/** The ETag of a record's version. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Passes without an If-Match, and when it names the version or is `*`. A proxy that compresses answers makes the
 * tag weak (`W/"3"`); it still means the version that the caller saw.
 * @throws Refusal version-stale
 */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes('*') && !tags.includes(entityTag(version))) throw new Refusal('version-stale');
}

/** @param id of the record, as the path has it */
export function namedBy({ headers }: Pick<FastifyRequest, 'headers'>, id: number): Named {
  return { id, ifMatch: headers['if-match'] };
}
