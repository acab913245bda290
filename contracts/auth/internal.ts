// What the core- and billing-service query about sessions and users.
import Type, { type Static } from 'typebox';
import { OrganizationRole, PlatformRole } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { MailLanguage } from '../mail.ts';
import { Id, IdsText, IdText, Line, Nullable } from '../scalars.ts';
import { MAX_EMAIL_LENGTH } from './users.ts';

/** A session's id is a text that cannot be guessed. */
export const SessionParams = Type.Object({
  sessionId: Type.String({ minLength: 1, maxLength: 64 }),
});

export const SessionAnswer = Type.Object({
  active: Type.Boolean(),
  platformRole: PlatformRole,
});
export type SessionAnswer = Static<typeof SessionAnswer>;

/** An API key is looked up by its SHA-256, in hexadecimal. */
export const ApiKeyParams = Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) });

/** What a valid API key allows. Its maker's role in the organization is known to core. */
export const GoodApiKey = Type.Object({
  id: Id,
  organizationId: Id,
  role: OrganizationRole,
  userId: Id,
  platformRole: PlatformRole,
});
export type GoodApiKey = Static<typeof GoodApiKey>;

export const ApiKeyAnswer = Type.Object({ apiKey: Nullable(GoodApiKey) });
export type ApiKeyAnswer = Static<typeof ApiKeyAnswer>;

/** A user in short, for lists in other services. */
export const UserSummary = Type.Object({
  id: Id,
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
});
export type UserSummary = Static<typeof UserSummary>;

const MAX_IDS = 200;

export const UserSummaries = Type.Object({ users: Type.Array(UserSummary) });
export type UserSummaries = Static<typeof UserSummaries>;

/** The names by which a user may be invited. */
export const UserNames = Type.Object({ username: Type.String(), email: Type.String() });
export type UserNames = Static<typeof UserNames>;

export const getSessionState = endpoint({
  id: 'getSessionState',
  service: 'auth',
  method: 'GET',
  path: '/api/internal/sessions/:sessionId',
  tag: 'internal',
  summary: 'Get the state of a session',
  description:
    'Whether it is active, and its user’s role on the platform. An unknown session or one of another user counts as ' +
    'inactive.',
  access: 'service',
  params: SessionParams,
  query: Type.Object({ userId: IdText }, { additionalProperties: false }),
  answers: { 200: SessionAnswer },
  refusals: [],
});

export const getApiKeyState = endpoint({
  id: 'getApiKeyState',
  service: 'auth',
  method: 'GET',
  path: '/api/internal/api-keys/:hash',
  tag: 'internal',
  summary: 'Get what an API key stands for',
  description: 'Null for a key that is unknown, withdrawn or expired.',
  access: 'service',
  params: ApiKeyParams,
  answers: { 200: ApiKeyAnswer },
  refusals: [],
});

export const listUserSummaries = endpoint({
  id: 'listUserSummaries',
  service: 'auth',
  method: 'GET',
  path: '/api/internal/users',
  tag: 'internal',
  summary: 'List users by id',
  description: 'Unknown ids are left out.',
  access: 'service',
  query: Type.Object({ ids: IdsText(MAX_IDS) }, { additionalProperties: false }),
  answers: { 200: UserSummaries },
  refusals: [],
});

export const getUserNames = endpoint({
  id: 'getUserNames',
  service: 'auth',
  method: 'GET',
  path: '/api/internal/users/:userId/names',
  tag: 'internal',
  summary: 'Get the username and the e-mail of a user',
  description: 'A user may be invited by either.',
  access: 'service',
  answers: { 200: UserNames },
  refusals: ['not-found'],
});

/** Who decided it, according to core. */
export const SecondFactorReset = Type.Object(
  { resetBy: Id, organizationId: Id, language: MailLanguage },
  { additionalProperties: false },
);
export type SecondFactorReset = Static<typeof SecondFactorReset>;

export const SecondFactorResetAnswer = Type.Object({
  outcome: Type.Enum(['reset', 'not-enabled', 'admin']),
});
export type SecondFactorResetAnswer = Static<typeof SecondFactorResetAnswer>;

export const resetSecondFactor = endpoint({
  id: 'resetSecondFactor',
  service: 'auth',
  method: 'POST',
  path: '/api/internal/users/:userId/two-factor-reset',
  tag: 'internal',
  summary: 'Reset the second factor of a user',
  description:
    'Core has checked that the asker may do this. All sessions of the user end, and an e-mail tells them, if e-mail is ' +
    'on. The second factor of an admin of the platform is kept.',
  access: 'service',
  body: SecondFactorReset,
  answers: { 200: SecondFactorResetAnswer },
  refusals: ['not-found'],
});

/** The facts of a letter to a person who is invited by e-mail. */
export const InvitationLetter = Type.Object(
  {
    email: Type.String({
      format: 'email',
      pattern: '^[^\\u0000-\\u0020\\u007f]*$',
      maxLength: MAX_EMAIL_LENGTH,
    }),
    organizationId: Id,
    organizationName: Line(300),
    role: OrganizationRole,
    language: MailLanguage,
    invitedBy: Id,
  },
  { additionalProperties: false },
);
export type InvitationLetter = Static<typeof InvitationLetter>;

export const LetterTaken = Type.Object({ success: Type.Literal(true) });

export const writeInvitationLetter = endpoint({
  id: 'writeInvitationLetter',
  service: 'auth',
  method: 'POST',
  path: '/api/internal/invitation-letters/:letterId',
  tag: 'internal',
  summary: 'Write to a person who is invited by e-mail',
  description:
    'The caller makes the id: a repeated request writes no second letter. It is not checked whether a user has the ' +
    'e-mail. Where e-mail is off, and beyond 50 letters in a day of an organization or of the inviting user, nothing is ' +
    'written and the answer is the same.',
  access: 'service',
  params: Type.Object({ letterId: Type.String({ format: 'uuid' }) }),
  body: InvitationLetter,
  answers: { 200: LetterTaken },
  refusals: [],
});
