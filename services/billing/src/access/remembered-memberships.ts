// Core's answers about a user's memberships, remembered for some seconds: a removed member loses access to billing within five.
// While core is unavailable nobody can be removed: its last answer still allows reads for a minute; changes have to wait.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Membership } from '@kvartplata/platform/identity/memberships.ts';
import { ANSWER_KEPT_MS } from '@kvartplata/platform/identity/session.ts';
import { setNewest } from '@kvartplata/platform/key-value/bounded-map.ts';
import { forget, remember } from '@kvartplata/platform/key-value/remember.ts';
import type { ValueStore } from '@kvartplata/platform/key-value/signed-values.ts';
import type { CoreClient } from './core-client.ts';

type Asked = {
  readonly userId: number;
  readonly requestId: string;
  readonly isRead: boolean;
};

export type RememberedMemberships = {
  /** @throws Refusal dependency-unavailable */
  readonly list: (asked: Asked) => Promise<readonly Membership[]>;
  /** The same for a user who may have joined their first organization a moment ago. */
  readonly listJoined: (asked: Asked) => Promise<readonly Membership[]>;
  /** Makes the next lookup ask core again. */
  readonly forget: (userId: number) => Promise<void>;
};

type LastAnswer = { readonly memberships: readonly Membership[]; readonly atMs: number };

const READ_ON_MS = 60_000;
const MOST_USERS = 10_000;

export function rememberMemberships(
  core: Pick<CoreClient, 'listMemberships'>,
  store: ValueStore,
  nowMs: () => number = () => performance.now(),
): RememberedMemberships {
  const lastAnswers = new Map<number, LastAnswer>();
  const keyOf = (userId: number): string => `memberships:${userId}`;

  async function list({ userId, requestId, isRead }: Asked): Promise<readonly Membership[]> {
    try {
      return await remember(
        { store, key: keyOf(userId), ttlMs: ANSWER_KEPT_MS, nowMs },
        async () => {
          const memberships = await core.listMemberships(userId, requestId);
          setNewest(lastAnswers, userId, { memberships, atMs: nowMs() }, MOST_USERS);
          return memberships;
        },
      );
    } catch (error) {
      const isAway = error instanceof Refusal && error.code === 'dependency-unavailable';
      const last = lastAnswers.get(userId);
      if (isAway && isRead && last !== undefined && nowMs() - last.atMs < READ_ON_MS)
        return last.memberships;
      throw error;
    }
  }

  const forgetUser = async (userId: number): Promise<void> => forget(store, keyOf(userId));

  return {
    list,
    listJoined: async (asked) => {
      const known = await list(asked);
      if (known.length > 0) return known;
      await forgetUser(asked.userId);
      return list(asked);
    },
    forget: forgetUser,
  };
}
