// Signing in through an OpenID Connect provider, and the identity there that a user has linked.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { MailLanguage } from '../mail.ts';
import { InstantText, Nullable } from '../scalars.ts';
import { MAX_PASSWORD_LENGTH } from './users.ts';

/** The only path to which the browser sends the cookie of a sign-in in progress. */
export const OIDC_COOKIE_PATH = '/api/auth/oidc';

export const OidcProvider = Type.Object({
  provider: Nullable(
    Type.Object({ name: Type.String({ description: 'As the button on the page calls it' }) }),
  ),
});
export type OidcProvider = Static<typeof OidcProvider>;

/** Where the browser goes next. */
export const OidcAddress = Type.Object({ url: Type.String() });
export type OidcAddress = Static<typeof OidcAddress>;

export const OidcIdentity = Type.Object({
  identity: Nullable(
    Type.Object({
      issuer: Type.String(),
      label: Type.String({
        description: 'What the provider calls it: its e-mail or name, or else its subject',
      }),
      linkedAt: InstantText,
      lastUsedAt: Nullable(InstantText),
    }),
  ),
});
export type OidcIdentity = Static<typeof OidcIdentity>;

export const OidcLinking = Type.Object(
  {
    password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
    language: Type.Optional(MailLanguage),
  },
  { additionalProperties: false },
);
export type OidcLinking = Static<typeof OidcLinking>;

const said = Type.Optional(Type.String({ minLength: 1, maxLength: 4096 }));

/** Providers add their own parameters. */
const CallbackQuery = Type.Object(
  { state: said, code: said, iss: said, error: said, error_description: said },
  { additionalProperties: Type.String({ maxLength: 4096 }) },
);

export const getOidcProvider = endpoint({
  id: 'getOidcProvider',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/oidc',
  tag: 'oidc',
  summary: 'Get the OpenID Connect provider',
  description: 'Null where none is set up: users then sign in with their passwords only.',
  access: 'public',
  answers: { 200: OidcProvider },
  refusals: [],
});

export const startOidcSignIn = endpoint({
  id: 'startOidcSignIn',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/oidc/login',
  tag: 'oidc',
  summary: 'Sign in through the provider',
  description:
    'Redirects the browser to the provider; a client that accepts application/json gets the address instead. The cookie ' +
    'oidc holds what the state, the nonce and the code verifier (PKCE) are derived from, for 10 minutes.',
  access: 'public',
  query: Type.Object(
    {
      next: Type.Optional(
        Type.String({
          pattern: '^/(?:[^/\\\\\\s][^\\\\\\s]*)?$',
          maxLength: 500,
          description: 'The path of the page to come back to',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answers: { 200: OidcAddress, 302: null },
  refusals: ['oidc-off', 'too-many-attempts'],
});

export const finishOidcSignIn = endpoint({
  id: 'finishOidcSignIn',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/oidc/callback',
  tag: 'oidc',
  summary: 'Complete a sign-in or the linking of an identity',
  description:
    'The provider sends the browser here. It starts a session, or a challenge where two-factor sign-in is on, or links ' +
    'an identity, and redirects the browser to the page, with a code after a refusal. A client that accepts ' +
    'application/json gets the address instead.',
  access: 'public',
  query: CallbackQuery,
  answers: { 200: OidcAddress, 302: null },
  refusals: [
    'oidc-off',
    'oidc-sign-in-over',
    'oidc-refused',
    'oidc-identity-unknown',
    'oidc-identity-taken',
    'oidc-identity-exists',
  ],
});

export const getOidcIdentity = endpoint({
  id: 'getOidcIdentity',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/oidc/identity',
  tag: 'oidc',
  summary: 'Get the linked identity',
  description:
    'The identity by which the user may sign in through the provider; null while there is none.',
  access: 'user',
  peopleOnly: true,
  answers: { 200: OidcIdentity },
  refusals: [],
});

export const linkOidcIdentity = endpoint({
  id: 'linkOidcIdentity',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/oidc/identity',
  tag: 'oidc',
  summary: 'Link an identity of the provider',
  description:
    'Needs the password, and answers the address at the provider to which the page goes. Once the provider has ' +
    'confirmed the identity, it opens the account of the caller, if their session is still active. An e-mail tells ' +
    'them, in the language given.',
  access: 'user',
  peopleOnly: true,
  body: OidcLinking,
  answers: { 200: OidcAddress },
  refusals: ['oidc-off', 'oidc-identity-exists', 'wrong-credentials', 'too-many-attempts'],
});

export const unlinkOidcIdentity = endpoint({
  id: 'unlinkOidcIdentity',
  service: 'auth',
  method: 'DELETE',
  path: '/api/auth/oidc/identity',
  tag: 'oidc',
  summary: 'Unlink the identity',
  description:
    'It no longer opens the account. Sessions begun through it elsewhere end, and so do its sign-ins that wait for a code.',
  access: 'user',
  peopleOnly: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
