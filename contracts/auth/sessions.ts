// Signing in, staying signed in, signing out. The tokens themselves travel in cookies.
import Type, { type Static } from 'typebox';
import { InstantText } from '../scalars.ts';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, User } from './users.ts';

const csrfToken = Type.String({
  description: 'Goes into the header X-CSRF-Token, together with the cookie of this answer',
});
const accessTokenExpiresAt = InstantText;

/** GET /api/auth/csrf-token */
export const CsrfToken = Type.Object({ csrfToken });
export type CsrfToken = Static<typeof CsrfToken>;

/** What a request carries that needs a CSRF token. */
export const CsrfHeaders = Type.Object({
  'x-csrf-token': Type.String({ description: 'Of GET /api/auth/csrf-token, with its cookie' }),
});

/** POST /api/auth/login; whatever names nobody is a 401, not a 400. */
export const Credentials = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: MAX_EMAIL_LENGTH }),
    password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
  },
  { additionalProperties: false },
);
export type Credentials = Static<typeof Credentials>;

/** The answer of POST /api/auth/login. */
export const SignedIn = Type.Object({
  twoFactorRequired: Type.Literal(false),
  user: User,
  csrfToken,
  accessTokenExpiresAt,
});
export type SignedIn = Static<typeof SignedIn>;

/** The answer of POST /api/auth/refresh. */
export const Refreshed = Type.Object({ csrfToken, accessTokenExpiresAt });
export type Refreshed = Static<typeof Refreshed>;

/** The answer of POST /api/auth/logout. */
export const SignedOut = Type.Object({ success: Type.Literal(true) });
export type SignedOut = Static<typeof SignedOut>;
