// Core's requests to auth about people: names of users, which core does not store, and letters to the invited.
import { randomUUID } from 'node:crypto';
import {
  getUserNames,
  resetSecondFactor,
  listUserSummaries,
  writeInvitationLetter,
  type InvitationLetter,
  type SecondFactorReset,
  type SecondFactorResetAnswer,
  type UserNames,
  type UserSummary,
} from '@kvartplata/contracts/auth/internal.ts';
import type { ServiceClient } from '@kvartplata/platform/service-client/service-client.ts';

export type UsersClient = {
  /** Undefined for an unknown user. @throws Refusal dependency-unavailable */
  readonly findNames: (userId: number, requestId: string) => Promise<UserNames | undefined>;
  /** The known users. @throws Refusal dependency-unavailable */
  readonly listUsers: (
    ids: readonly number[],
    requestId: string,
  ) => Promise<readonly UserSummary[]>;
  /** Queues a letter, if e-mail is set up. @throws Refusal dependency-unavailable */
  readonly writeInvitation: (letter: InvitationLetter, requestId: string) => Promise<void>;
  /** Undefined for an unknown user. @throws Refusal dependency-unavailable */
  readonly resetSecondFactor: (
    userId: number,
    reset: SecondFactorReset,
    requestId: string,
  ) => Promise<SecondFactorResetAnswer['outcome'] | undefined>;
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
    writeInvitation: async (body, requestId) => {
      const params = { letterId: randomUUID() };
      await auth.call(writeInvitationLetter, { params, body }, requestId);
    },
    resetSecondFactor: async (userId, body, requestId) =>
      (await auth.call(resetSecondFactor, { params: { userId }, body }, requestId))?.outcome,
  };
}
