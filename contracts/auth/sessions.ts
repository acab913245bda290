// Staying signed in and signing out. The tokens themselves travel in cookies.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { InstantText } from '../scalars.ts';

/** The only path to which the browser sends the refresh token. */
export const REFRESH_COOKIE_PATH = '/api/auth';

const csrfToken = Type.String({
  description: 'Send it in the header X-CSRF-Token, together with the cookie of this answer',
});

export const CsrfToken = Type.Object({ csrfToken });
export type CsrfToken = Static<typeof CsrfToken>;

/** Accompanies the cookies of a session that was started or refreshed. */
export const sessionGiven = { csrfToken, accessTokenExpiresAt: InstantText };

export const Refreshed = Type.Object(sessionGiven);
export type Refreshed = Static<typeof Refreshed>;

export const SignedOut = Type.Object({ success: Type.Literal(true) });
export type SignedOut = Static<typeof SignedOut>;

export const getCsrfToken = endpoint({
  id: 'getCsrfToken',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/csrf-token',
  tag: 'sessions',
  summary: 'Get a CSRF token',
  description:
    'Bound to the cookie that it comes with and to the session. A page of another site gets none.',
  access: 'public',
  answers: { 200: CsrfToken },
  refusals: ['origin-not-allowed'],
});

export const refreshSession = endpoint({
  id: 'refreshSession',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/refresh',
  tag: 'sessions',
  summary: 'Get new tokens for the refresh cookie',
  description:
    'A refresh token is valid once. The previous one gives the same new token for 30 seconds; an older one ends the ' +
    'session. A browser needs a CSRF token.',
  access: 'public',
  answers: { 200: Refreshed },
  refusals: ['not-signed-in', 'csrf-token-invalid'],
});

export const endCurrentSession = endpoint({
  id: 'endCurrentSession',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/logout',
  tag: 'sessions',
  summary: 'Sign out',
  description:
    'Ends the session and clears its cookies. Without a session the answer is the same. A browser that has a session needs a CSRF token.',
  access: 'public',
  answers: { 200: SignedOut },
  refusals: ['csrf-token-invalid'],
});
