// Where a user is signed in, ending that, and changing the password.
import Type, { type Static } from 'typebox';
import { Page, PageQuery, type PageOf } from '../page.ts';
import { InstantText, Nullable } from '../scalars.ts';
import { MAX_PASSWORD_LENGTH } from './users.ts';

/** GET /api/auth/sessions */
export const SessionsQuery = Type.Object(PageQuery, { additionalProperties: false });

export const OwnSession = Type.Object({
  id: Type.String(),
  createdAt: InstantText,
  lastUsedAt: Type.String({
    format: 'date-time',
    description: 'When it was last prolonged: a session in use is, every ten minutes',
  }),
  expiresAt: InstantText,
  current: Type.Boolean({ description: 'Whether it is the one that asks' }),
  userAgent: Type.Optional(
    Type.String({ description: 'What the program of the sign-in called itself' }),
  ),
  methods: Type.Array(Type.String(), { description: 'How the user proved who they are' }),
});
export type OwnSession = Static<typeof OwnSession>;

export const FailedSignIns = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'In the last 30 days, at most 5 of an hour' }),
  lastAt: Nullable(InstantText),
});
export type FailedSignIns = Static<typeof FailedSignIns>;

/** A page of sessions, and how often the user's password was wrong at a sign-in. */
export const OwnSessions = Type.Object({
  ...Page(OwnSession).properties,
  failedSignIns: FailedSignIns,
});
export type OwnSessions = PageOf<OwnSession> & { readonly failedSignIns: FailedSignIns };

/** DELETE /api/auth/sessions/:sessionId answers nothing. */
export const Ended = Type.Null();

/** POST /api/auth/password */
export const PasswordChange = Type.Object(
  {
    currentPassword: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
    newPassword: Type.String({ minLength: 8, maxLength: MAX_PASSWORD_LENGTH }),
  },
  { additionalProperties: false },
);
export type PasswordChange = Static<typeof PasswordChange>;

/** The answer of POST /api/auth/password and of POST /api/auth/logout-all. */
export const Done = Type.Object({ success: Type.Literal(true) });
export type Done = Static<typeof Done>;
