// The signed-in user and registering; and all registered users, for admins of the platform.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import {
  changePlatformRole as changeRole,
  getCurrentUser,
  listUsers,
  registerUser,
  type ManagedUser,
  type Registration,
  type User,
} from '@kvartplata/contracts/auth/users.ts';
import { call } from '../../lib/api.ts';
import { groupOf, read, readPages } from '../../lib/reads.ts';

export const currentUser = { ...read(getCurrentUser), staleTime: Number.POSITIVE_INFINITY };

export async function register(body: Registration): Promise<User> {
  return call(registerUser, { body });
}

/** The key prefix of all reads about users. */
export const usersKey = groupOf(listUsers);

/** Those whose name, username or e-mail has these words; all users without any. */
export function usersWith(words: string) {
  return readPages(listUsers, { query: words === '' ? {} : { search: words } });
}

export async function changePlatformRole(
  userId: number,
  platformRole: PlatformRole,
): Promise<ManagedUser> {
  return call(changeRole, { params: { userId }, body: { platformRole } });
}
