// The cookies of a session: where each is sent, and for how long.
import { isIP } from 'node:net';
import { REFRESH_COOKIE_PATH } from '@kvartplata/contracts/auth/sessions.ts';
import { ACCESS_TOKEN_TTL_SECONDS } from '@kvartplata/platform/identity/access-token.ts';
import { cookieName } from '@kvartplata/platform/identity/cookie-name.ts';
import { csrfTokenFor, newCsrfNonce } from '@kvartplata/platform/identity/csrf.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionTokens } from './sessions.service.ts';
import { readRefreshToken, type RefreshClaim } from './refresh-token.ts';

export type CookieSettings = {
  readonly useHttps: boolean;
  /** Undefined: the cookies belong to the one host that set them. */
  readonly domain: string | undefined;
};

type CookieOptions = NonNullable<Parameters<FastifyReply['setCookie']>[2]>;

const NONCE = /^[A-Za-z0-9_-]{22}$/;
const DOMAIN_NAME = /^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;

/** Clients drop a cookie whose Domain is an IP address or has no dot, such as localhost, so it is left out then. */
export function cookieSettingsOf(config: {
  readonly useHttps: boolean;
  readonly cookieDomain: string;
}): CookieSettings {
  const { cookieDomain, useHttps } = config;
  const isShared = DOMAIN_NAME.test(cookieDomain) && isIP(cookieDomain) === 0;
  return { useHttps, domain: isShared ? cookieDomain : undefined };
}

/** Sets the cookies of a new session, with a CSRF token that is bound to it. */
export function giveSession(
  reply: FastifyReply,
  settings: CookieSettings,
  keys: KeyRing,
  tokens: SessionTokens,
): { readonly csrfToken: string; readonly accessTokenExpiresAt: string } {
  setSessionCookies(reply, settings, tokens);
  return {
    csrfToken: csrfTokenFor(keys, renewCsrfNonce(reply, settings), tokens.sessionId),
    accessTokenExpiresAt: tokens.accessTokenExpiresAt.toISOString(),
  };
}

export function setSessionCookies(
  reply: FastifyReply,
  settings: CookieSettings,
  tokens: Pick<SessionTokens, 'accessToken' | 'refreshToken' | 'refreshTokenSeconds'>,
): void {
  const { useHttps } = settings;
  setAccessCookie(reply, settings, tokens);
  void reply.setCookie(cookieName('refresh_token', useHttps), tokens.refreshToken, {
    ...refreshCookie(settings),
    maxAge: tokens.refreshTokenSeconds,
  });
}

/** Without the refresh token: the browser may have a newer one by now, and a caller with a bearer token has none. */
export function setAccessCookie(
  reply: FastifyReply,
  settings: CookieSettings,
  { accessToken }: Pick<SessionTokens, 'accessToken'>,
): void {
  void reply.setCookie(cookieName('access_token', settings.useHttps), accessToken, {
    ...accessCookie(settings),
    maxAge: ACCESS_TOKEN_TTL_SECONDS,
  });
}

/** The claim in a request's refresh cookie, if it is of our own making; its session may have ended. */
export function findRefreshClaim(
  request: FastifyRequest,
  keys: KeyRing,
  useHttps: boolean,
): RefreshClaim | undefined {
  const token = request.cookies[cookieName('refresh_token', useHttps)];
  return token === undefined ? undefined : readRefreshToken(keys, token);
}

export function clearSessionCookies(reply: FastifyReply, settings: CookieSettings): void {
  const { useHttps } = settings;
  void reply.clearCookie(cookieName('access_token', useHttps), accessCookie(settings));
  void reply.clearCookie(cookieName('refresh_token', useHttps), refreshCookie(settings));
  void reply.clearCookie(cookieName('csrf', useHttps), csrfCookie(settings));
}

/** The nonce that this browser's CSRF tokens are bound to: an existing one is kept, so that other tabs' tokens stay valid. */
export function keepCsrfNonce(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: CookieSettings,
): string {
  const nonce = request.cookies[cookieName('csrf', settings.useHttps)];
  return setCsrfNonce(
    reply,
    settings,
    nonce !== undefined && NONCE.test(nonce) ? nonce : newCsrfNonce(),
  );
}

/** Signing in needs a new nonce, so that one that was planted before is worthless afterwards. */
function renewCsrfNonce(reply: FastifyReply, settings: CookieSettings): string {
  return setCsrfNonce(reply, settings, newCsrfNonce());
}

function setCsrfNonce(reply: FastifyReply, settings: CookieSettings, nonce: string): string {
  void reply.setCookie(cookieName('csrf', settings.useHttps), nonce, csrfCookie(settings));
  return nonce;
}

function accessCookie(settings: CookieSettings): CookieOptions {
  return { ...sharedCookie(settings), sameSite: 'lax' };
}

/** Sent to the auth-service alone, and to no other host of the domain. */
function refreshCookie({ useHttps }: CookieSettings): CookieOptions {
  return { path: REFRESH_COOKIE_PATH, httpOnly: true, sameSite: 'strict', secure: useHttps };
}

/** Core and billing check CSRF tokens too, so the nonce is sent wherever the access token is. */
function csrfCookie(settings: CookieSettings): CookieOptions {
  return { ...sharedCookie(settings), sameSite: 'strict' };
}

function sharedCookie({ useHttps, domain }: CookieSettings): CookieOptions {
  return {
    path: '/',
    httpOnly: true,
    secure: useHttps,
    ...(domain === undefined ? {} : { domain }),
  };
}
