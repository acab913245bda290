// Staying signed in and signing out. The tokens themselves travel in cookies.
import Type, { type Static } from 'typebox';
import { InstantText } from '../scalars.ts';

const csrfToken = Type.String({
  description: 'Goes into the header X-CSRF-Token, together with the cookie of this answer',
});

/** GET /api/auth/csrf-token */
export const CsrfToken = Type.Object({ csrfToken });
export type CsrfToken = Static<typeof CsrfToken>;

/** What a request carries that needs a CSRF token. */
export const CsrfHeaders = Type.Object({
  'x-csrf-token': Type.String({ description: 'Of GET /api/auth/csrf-token, with its cookie' }),
});

/** What comes with the cookies of a session that was started or refreshed. */
export const sessionGiven = { csrfToken, accessTokenExpiresAt: InstantText };

/** The answer of POST /api/auth/refresh. */
export const Refreshed = Type.Object(sessionGiven);
export type Refreshed = Static<typeof Refreshed>;

/** The answer of POST /api/auth/logout. */
export const SignedOut = Type.Object({ success: Type.Literal(true) });
export type SignedOut = Static<typeof SignedOut>;
