// Who was a member of an organization and is none any more: the audit log goes on naming them.
import type { FormerMember } from '@kvartplata/contracts/core/members.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Caller } from '../../access/access.service.ts';
import type { UsersClient } from '../../access/users-client.ts';
import * as repository from './former-members.repository.ts';
import { namesOf } from './members.service.ts';

/** @throws Refusal not-found, forbidden, dependency-unavailable while auth is unavailable */
export async function listFormerMembers(
  caller: Caller,
  users: UsersClient,
  organizationId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<FormerMember>> {
  caller.requireRole(organizationId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterUserId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const rows = await repository.listFormerMembers(caller.db, organizationId, {
    afterUserId,
    limit: limit + 1,
  });
  const ids = rows.slice(0, limit).map(({ userId }) => userId);
  const named = await users.listUsers(ids, caller.actor.requestId);
  return pageOf(
    rows,
    limit,
    ({ userId }) => [userId],
    ({ userId, role, endedAt }) => ({
      organizationId,
      userId,
      ...namesOf(named.find(({ id }) => id === userId)),
      role,
      endedAt: endedAt.toISOString(),
    }),
  );
}
