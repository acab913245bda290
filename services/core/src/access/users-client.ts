// What core asks auth about users: their names, which core does not keep.
import { UserNames, UserSummaries, type UserSummary } from '@kvartplata/contracts/auth/internal.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { ServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { Check } from 'typebox/value';

export type UsersClient = {
  /** Undefined for whom auth does not know. @throws Refusal dependency-unavailable */
  readonly findNames: (userId: number, requestId: string) => Promise<UserNames | undefined>;
  /** Those that auth knows. @throws Refusal dependency-unavailable */
  readonly listUsers: (
    ids: readonly number[],
    requestId: string,
  ) => Promise<readonly UserSummary[]>;
};

export function createUsersClient(auth: Pick<ServiceClient, 'get'>): UsersClient {
  return {
    findNames: async (userId, requestId) => {
      const answer = await auth.get(`/api/internal/users/${userId}/names`, requestId);
      if (answer !== undefined && !Check(UserNames, answer)) throw nonsense();
      return answer;
    },
    listUsers: async (ids, requestId) => {
      if (ids.length === 0) return [];
      const answer = await auth.get(`/api/internal/users?ids=${ids.join(',')}`, requestId);
      if (!Check(UserSummaries, answer)) throw nonsense();
      return answer.users;
    },
  };
}

function nonsense(): Refusal {
  return new Refusal('dependency-unavailable', 'The auth-service answered nonsense');
}
