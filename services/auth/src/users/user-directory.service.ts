// Looking users up, for admins and other services; and appointing admins, of whom at least one remains.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import type { UserNames, UserSummaries } from '@kvartplata/contracts/auth/internal.ts';
import type { ManagedUser } from '@kvartplata/contracts/auth/users.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { recordChange, type Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import type { Db } from '../tables.ts';
import {
  findUser,
  hasOtherAdmin,
  listSummariesById,
  listUsers,
  updatePlatformRole,
} from './user-directory.repository.ts';
import { lockAdmins } from './users.repository.ts';
import { answerOf } from './users.service.ts';
import type { User } from './users.table.ts';

export type UserSearch = {
  readonly search?: string;
  readonly limit?: number;
  readonly cursor?: string;
};

/** @throws Refusal validation-failed for a cursor of another list */
export async function findUsers(
  db: Db,
  { search, limit = DEFAULT_PAGE_LIMIT, cursor }: UserSearch,
): Promise<PageOf<ManagedUser>> {
  const [afterId] = decodeCursor(cursor, ['id']) ?? [];
  const found = await listUsers(db, {
    search: search === undefined ? undefined : nameKey(search),
    afterId,
    limit: limit + 1,
  });
  return pageOf(found, limit, ({ id }) => [id], managed);
}

/** @throws Refusal not-found, last-admin */
export async function changePlatformRole(
  db: Db,
  actor: Actor,
  userId: number,
  platformRole: PlatformRole,
): Promise<ManagedUser> {
  return inTransaction(db, async (trx) => {
    // Two admins who demote each other have to take turns here.
    await lockAdmins(trx);
    const user = await findUser(trx, userId);
    if (user === undefined) throw notFound('The user');
    if (user.platformRole === platformRole) return managed(user);
    if (platformRole === 'user' && !(await hasOtherAdmin(trx, userId)))
      throw new Refusal('last-admin');
    await updatePlatformRole(trx, userId, platformRole);
    await recordChange(trx, actor, {
      action: 'user.role-changed',
      object: { type: 'user', id: userId },
      organizationId: null,
      before: { platformRole: user.platformRole },
      after: { platformRole },
    });
    return managed({ ...user, platformRole });
  });
}

/** Those that exist. */
export async function findUserSummaries(db: Db, ids: readonly number[]): Promise<UserSummaries> {
  return { users: [...(await listSummariesById(db, ids))] };
}

/** @throws Refusal not-found */
export async function getManagedUser(db: Db, userId: number): Promise<ManagedUser> {
  const user = await findUser(db, userId);
  if (user === undefined) throw notFound('The user');
  return managed(user);
}

/** @throws Refusal not-found */
export async function getUserNames(db: Db, userId: number): Promise<UserNames> {
  const user = await getManagedUser(db, userId);
  return { username: user.username, email: user.email };
}

function managed(user: User): ManagedUser {
  return { ...answerOf(user), platformRole: user.platformRole };
}
