// What core and billing ask auth about sessions and users, service to service.
import Type, { type Static } from 'typebox';
import { PlatformRole } from '../access.ts';
import { Id, IdText } from '../scalars.ts';

export const SessionParams = Type.Object({
  sessionId: Type.String({ minLength: 1, maxLength: 64 }),
});

export const SessionQuery = Type.Object({ userId: IdText }, { additionalProperties: false });

/** GET /api/internal/sessions/:sessionId?userId=; an unknown session, and another user's, is an inactive one. */
export const SessionAnswer = Type.Object({
  active: Type.Boolean(),
  platformRole: PlatformRole,
});
export type SessionAnswer = Static<typeof SessionAnswer>;

/** A user in short, for the lists of other services. */
export const UserSummary = Type.Object({
  id: Id,
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
});
export type UserSummary = Static<typeof UserSummary>;

const MAX_IDS = 200;

export const UserSummariesQuery = Type.Object(
  {
    ids: Type.Codec(
      Type.String({
        pattern: `^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,${MAX_IDS - 1}}$`,
        description: `At most ${MAX_IDS}, with commas between`,
      }),
    )
      .Decode((text) => text.split(',').map(Number))
      .Encode((ids) => ids.join(',')),
  },
  { additionalProperties: false },
);

/** GET /api/internal/users?ids=1,2,3: those that there are. */
export const UserSummaries = Type.Object({ users: Type.Array(UserSummary) });
export type UserSummaries = Static<typeof UserSummaries>;

/** GET /api/internal/users/:userId/names, also a 404: what a user may be invited by. */
export const UserNames = Type.Object({ username: Type.String(), email: Type.String() });
export type UserNames = Static<typeof UserNames>;
