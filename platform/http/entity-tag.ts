// Entity tags of versioned records: a change that names the version it was based on cannot overwrite another change.
import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** The record that a request names, and the version that the caller has seen. */
export type Named = { readonly id: number; readonly ifMatch: string | undefined };

/** The ETag of a record's version. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Passes without an If-Match, and when it names the version or is `*`. A proxy that compresses responses makes the tag weak
 * (`W/"3"`); it still means the version that the caller saw.
 * @throws Refusal version-stale
 */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes('*') && !tags.includes(entityTag(version))) throw new Refusal('version-stale');
}

/** @param id of the record, from the path */
export function namedBy({ headers }: Pick<FastifyRequest, 'headers'>, id: number): Named {
  return { id, ifMatch: headers['if-match'] };
}
