// What core asks auth about users: their names, which core does not keep.
import { UserSummaries, type UserSummary } from '@kvartplata/contracts/auth/internal.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { ServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { Check } from 'typebox/value';

export type UsersClient = {
  /** @throws Refusal dependency-unavailable */
  readonly findUser: (username: string, requestId: string) => Promise<UserSummary | undefined>;
  /** Those that auth knows. @throws Refusal dependency-unavailable */
  readonly listUsers: (
    ids: readonly number[],
    requestId: string,
  ) => Promise<readonly UserSummary[]>;
};

export function createUsersClient(auth: Pick<ServiceClient, 'get'>): UsersClient {
  async function ask(query: string, requestId: string): Promise<readonly UserSummary[]> {
    const answer = await auth.get(`/api/internal/users?${query}`, requestId);
    if (!Check(UserSummaries, answer))
      throw new Refusal('dependency-unavailable', 'The auth-service answered nonsense');
    return answer.users;
  }

  return {
    findUser: async (username, requestId) =>
      (await ask(`username=${encodeURIComponent(username)}`, requestId))[0],
    listUsers: async (ids, requestId) =>
      ids.length === 0 ? [] : ask(`ids=${ids.join(',')}`, requestId),
  };
}
