// Where a user is signed in, ending sessions, and changing the password.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery, type PageOf } from '../page.ts';
import { InstantText, Nullable } from '../scalars.ts';
import { SessionParams } from './internal.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH_IN_DEVELOPMENT } from './users.ts';

export const OwnSession = Type.Object({
  id: Type.String(),
  createdAt: InstantText,
  lastUsedAt: Type.String({
    format: 'date-time',
    description: 'When it was last extended; a session in use is extended every ten minutes',
  }),
  expiresAt: InstantText,
  current: Type.Boolean({ description: 'Whether it is the session of this request' }),
  userAgent: Type.Optional(
    Type.String({ description: 'What the program of the sign-in called itself' }),
  ),
  methods: Type.Array(Type.String(), { description: 'How the user proved their identity' }),
});
export type OwnSession = Static<typeof OwnSession>;

export const FailedSignIns = Type.Object({
  count: Type.Integer({
    minimum: 0,
    description: 'In the last 30 days, at most 5 counted per hour',
  }),
  lastAt: Nullable(InstantText),
});
export type FailedSignIns = Static<typeof FailedSignIns>;

/** A page of sessions, and how often somebody tried to sign in with a wrong password. */
export const OwnSessions = Type.Object({
  ...Page(OwnSession).properties,
  failedSignIns: FailedSignIns,
});
export type OwnSessions = PageOf<OwnSession> & { readonly failedSignIns: FailedSignIns };

export const PasswordChange = Type.Object(
  {
    currentPassword: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
    newPassword: Type.String({
      minLength: MIN_PASSWORD_LENGTH_IN_DEVELOPMENT,
      maxLength: MAX_PASSWORD_LENGTH,
    }),
  },
  { additionalProperties: false },
);
export type PasswordChange = Static<typeof PasswordChange>;

export const Done = Type.Object({ success: Type.Literal(true) });
export type Done = Static<typeof Done>;
export const DONE: Done = { success: true };

export const listOwnSessions = endpoint({
  id: 'listOwnSessions',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/sessions',
  tag: 'sessions',
  summary: 'List the user’s sessions',
  description:
    'Where the user is signed in, latest sign-in first, and how often a wrong password was given at a sign-in.',
  access: 'user',
  peopleOnly: true,
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: OwnSessions },
  refusals: [],
});

export const endOwnSession = endpoint({
  id: 'endOwnSession',
  service: 'auth',
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  tag: 'sessions',
  summary: 'End one of the user’s sessions',
  description:
    'Ending the session of this request clears its cookies. The session of another user looks like one that does not ' +
    'exist.',
  access: 'user',
  peopleOnly: true,
  params: SessionParams,
  answers: { 204: null },
  refusals: ['not-found'],
});

export const endAllSessions = endpoint({
  id: 'endAllSessions',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/logout-all',
  tag: 'sessions',
  summary: 'End all of the user’s sessions',
  description:
    'The session of this request ends too, and its cookies are cleared. Sign-ins that still wait for their code end as ' +
    'well.',
  access: 'user',
  peopleOnly: true,
  answers: { 200: Done },
  refusals: [],
});

export const changePassword = endpoint({
  id: 'changePassword',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/password',
  tag: 'sessions',
  summary: 'Change the password',
  description:
    'The new password is checked first, then the current one: if that is wrong, it counts as a failed sign-in. All ' +
    'other sessions of the user end.',
  access: 'user',
  peopleOnly: true,
  body: PasswordChange,
  answers: { 200: Done },
  refusals: ['wrong-credentials', 'conflict', 'too-many-attempts'],
});
