// Keys with which programs sign in: each belongs to one organization, has a role in it and a last day, and is shown once.
import Type, { type Static } from 'typebox';
import { OrganizationRole } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, Id, IdText, InstantText, Line, Nullable } from '../scalars.ts';

/** The longest life of a key: for longer use, another has to be made in time. */
export const MOST_DAYS_OF_KEY = 731;

/** `SUSPENDED`: refused, since its maker no longer has its role in the organization; accepted again once they have. */
export const ApiKeyStatus = Type.Union([
  Type.Literal('ACTIVE'),
  Type.Literal('SUSPENDED'),
  Type.Literal('EXPIRED'),
  Type.Literal('WITHDRAWN'),
]);
export type ApiKeyStatus = Static<typeof ApiKeyStatus>;

export const ApiKey = Type.Object({
  id: Id,
  organizationId: Id,
  name: Type.String(),
  role: OrganizationRole,
  status: ApiKeyStatus,
  ending: Type.String({
    description: 'The last four characters, by which its holder recognizes it',
  }),
  userId: Type.Integer({ minimum: 1, description: 'Who made it' }),
  username: Type.String({ description: 'Of the user who made it' }),
  createdAt: InstantText,
  expiresOn: Type.String({
    format: 'date',
    description: 'The last day on which it is valid, in Moscow',
  }),
  lastUsedAt: Nullable(InstantText),
  withdrawnAt: Nullable(InstantText),
});
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyCreated = Type.Object({
  ...ApiKey.properties,
  key: Type.String({ description: 'The key itself, shown only this once' }),
});
export type ApiKeyCreated = Static<typeof ApiKeyCreated>;

export const NewApiKey = Type.Object(
  {
    organizationId: Id,
    name: Line(100),
    role: OrganizationRole,
    expiresOn: Day,
  },
  { additionalProperties: false },
);
export type NewApiKey = Static<typeof NewApiKey>;

const ApiKeysQuery = Type.Object(
  { organizationId: Type.Optional(IdText), ...PageQuery },
  { additionalProperties: false },
);

export const listApiKeys = endpoint({
  id: 'listApiKeys',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/api-keys',
  tag: 'api-keys',
  summary: 'List API keys',
  description:
    'Newest first: all keys of the organizations that the caller owns, and the caller’s own keys elsewhere. Withdrawn ' +
    'and expired keys stay in the list. A `SUSPENDED` key is refused, since its maker no longer has its role; it works ' +
    'again once they have, so withdraw it if that is not wanted.',
  access: 'user',
  peopleOnly: true,
  query: ApiKeysQuery,
  answers: { 200: Page(ApiKey) },
  refusals: ['not-found'],
});

export const createApiKey = endpoint({
  id: 'createApiKey',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/api-keys',
  tag: 'api-keys',
  summary: 'Make an API key',
  description:
    'Its role is at most the caller’s own. A caller with two-factor sign-in must have proved the second factor within ' +
    'the last ten minutes. The answer holds the key, which is shown only this once and stored as a hash. A program ' +
    'sends it as `Authorization: Bearer kp_…` and sees only this organization. The key is refused within 5 seconds ' +
    'after it is withdrawn, and after its maker leaves the organization or has a lower role than the key.',
  access: 'user',
  peopleOnly: true,
  body: NewApiKey,
  answers: { 201: ApiKeyCreated },
  refusals: ['not-found', 'step-up-needed', 'too-many-api-keys'],
});

export const getApiKey = endpoint({
  id: 'getApiKey',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/api-keys/:apiKeyId',
  tag: 'api-keys',
  summary: 'Get an API key',
  description:
    'Without the key itself. A key that the caller may not see looks like one that does not exist.',
  access: 'user',
  peopleOnly: true,
  answers: { 200: ApiKey },
  refusals: ['not-found'],
});

export const withdrawApiKey = endpoint({
  id: 'withdrawApiKey',
  service: 'auth',
  method: 'DELETE',
  path: '/api/auth/api-keys/:apiKeyId',
  tag: 'api-keys',
  summary: 'Withdraw an API key',
  description:
    'By its maker or an owner of its organization; to anyone else it looks like a key that does not exist. A key that ' +
    'is already withdrawn stays so.',
  access: 'user',
  peopleOnly: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
