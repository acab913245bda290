// What core asks auth about users: their names, which core does not keep.
import {
  getUserNames,
  listUserSummaries,
  type UserNames,
  type UserSummary,
} from '@kvartplata/contracts/auth/internal.ts';
import type { ServiceClient } from '@kvartplata/platform/service-client/service-client.ts';

export type UsersClient = {
  /** Undefined for whom auth does not know. @throws Refusal dependency-unavailable */
  readonly findNames: (userId: number, requestId: string) => Promise<UserNames | undefined>;
  /** Those that auth knows. @throws Refusal dependency-unavailable */
  readonly listUsers: (
    ids: readonly number[],
    requestId: string,
  ) => Promise<readonly UserSummary[]>;
};

export function createUsersClient(auth: Pick<ServiceClient, 'call'>): UsersClient {
  return {
    findNames: async (userId, requestId) =>
      auth.call(getUserNames, { params: { userId } }, requestId),
    listUsers: async (ids, requestId) => {
      if (ids.length === 0) return [];
      const { users } = await auth.call(listUserSummaries, { query: { ids } }, requestId);
      return users;
    },
  };
}
