// Identifies the caller of every route. Each route declares its access; one that does not fails the start.
import type { AccessLevel } from '@kvartplata/contracts/access.ts';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import type { HttpServer } from '../http/server.ts';
import { verifyAccessToken } from './access-token.ts';
import { createApiKeyLimits, type ApiKeyLimits } from './api-key-limits.ts';
import { apiKeyHashOf, looksLikeApiKey } from './api-key.ts';
import { cookieName } from './cookie-name.ts';
import { csrfTokenIsGood } from './csrf.ts';
import type { Keys } from './keys.ts';
import { verifyServiceToken } from './service-token.ts';
import type { FindApiKey, FindSession, Session } from './session.ts';
import { createTokenReader, type TokenReader } from './token-reader.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessLevel;
    /** Pages without sign-in may call it from any origin; cookies do not count there. */
    anyOrigin?: boolean;
  }
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyInstance {
    /** For a long response: checks whether its user is still signed in. @throws Refusal not-signed-in */
    authenticateAgain: (request: FastifyRequest) => Promise<void>;
  }
}

export type Authentication = {
  /** The name of this service, the audience of its tokens. */
  readonly audience: string;
  readonly keys: Keys;
  readonly corsOrigin: string;
  readonly useHttps: boolean;
  readonly findSession: FindSession;
  /** Looks up an API key; without it no key is accepted. */
  readonly findApiKey?: FindApiKey | undefined;
  /** The session of a request's other cookies, when there is no access token; only auth has such cookies. */
  readonly findCookieSessionId?: (request: FastifyRequest) => string | undefined;
  readonly now: () => Date;
};

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

export function registerAuthentication(app: HttpServer, authentication: Authentication): void {
  const { keys, audience, now } = authentication;
  const readToken = createTokenReader(keys.access, audience, now);
  const limits = createApiKeyLimits(now);
  /** A person with a session, or a program with an API key. */
  const requireAsker = async (request: FastifyRequest): Promise<Session> => {
    const bearer = bearerOf(request);
    return bearer !== undefined && looksLikeApiKey(bearer)
      ? requireApiKey(request, bearer, authentication, limits)
      : requireUser(request, authentication, readToken);
  };
  app.decorateRequest('session', null);
  app.decorate('authenticateAgain', async (request: FastifyRequest) => {
    request.session = await requireAsker(request);
  });
  app.addHook('onRoute', (route) => {
    const path = route.url;
    if (/^\/docs(?:\/|$)/.test(path)) route.config = { access: 'public', ...route.config };
    if (
      route.method === 'OPTIONS' ||
      (Array.isArray(route.method) && route.method.includes('OPTIONS'))
    )
      return;
    if (route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${path} declares no access`);
  });
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || request.is404) return;
    refuseForeignOrigin(request, authentication);
    if (access === 'service') {
      await requireService(request, authentication);
      return;
    }
    if (access === 'public') return;
    void reply.header('cache-control', 'no-store');
    if (access === 'csrf') {
      requireCsrfToken(request, authentication, await csrfSessionIdOf(request, authentication));
      return;
    }
    request.session = await requireAsker(request);
    if (access === 'admin') requireAdmin(request.session);
  });
}

/** The session of a request to a route for users. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Error('the route is not declared for users');
  return request.session;
}

async function requireService(
  request: FastifyRequest,
  { keys, audience, now }: Authentication,
): Promise<void> {
  const caller = await verifyServiceToken(keys.service, audience, bearerOf(request) ?? '', now());
  if (caller === undefined) throw new Refusal('service-token-required');
}

async function requireUser(
  request: FastifyRequest,
  authentication: Authentication,
  readToken: TokenReader,
): Promise<Session> {
  const token = accessTokenOf(request, authentication.useHttps);
  const claims = token === undefined ? undefined : await readToken(token);
  if (claims === undefined) throw new Refusal('not-signed-in');

  const isUnsafe = !SAFE_METHODS.includes(request.method);
  if (isUnsafe) requireCsrfTokenOfBrowser(request, authentication, claims.sessionId);

  const state = await authentication.findSession(claims, request.id);
  const mustBeKnown = isUnsafe || request.routeOptions.config.access === 'admin';
  if (state === undefined && mustBeKnown)
    throw new Refusal('dependency-unavailable', 'The auth-service is not available now');
  if (state?.active === false) throw new Refusal('not-signed-in');
  return { ...claims, platformRole: state?.platformRole ?? 'user' };
}

/** A program acts as the user who made its key, but never as an admin of the platform. */
async function requireApiKey(
  request: FastifyRequest,
  key: string,
  { findApiKey }: Authentication,
  limits: ApiKeyLimits,
): Promise<Session> {
  limits.refuseGuesser(request.ip);
  const hash = apiKeyHashOf(key);
  const apiKey = hash === undefined ? undefined : await findApiKey?.(hash, request.id);
  if (apiKey === undefined) {
    limits.countFailure(request.ip);
    throw new Refusal('not-signed-in');
  }
  limits.countUse(apiKey.id);
  if (request.routeOptions.config.endpoint?.peopleOnly === true)
    throw new Refusal('forbidden', 'Only a person who is signed in may do this, not an API key');
  return { userId: apiKey.userId, sessionId: `api-key-${apiKey.id}`, platformRole: 'user', apiKey };
}

function requireAdmin({ platformRole }: Session): void {
  if (platformRole !== 'admin') throw new Refusal('forbidden', 'Only an admin of the platform may');
}

/** The session that a CSRF token for this request is bound to, active or not; empty when there is none. */
export async function csrfSessionIdOf(
  request: FastifyRequest,
  authentication: Authentication,
): Promise<string> {
  const { audience, keys, now, useHttps } = authentication;
  const token = accessTokenOf(request, useHttps);
  const claims =
    token === undefined ? undefined : await verifyAccessToken(keys.access, audience, token, now());
  return claims?.sessionId ?? authentication.findCookieSessionId?.(request) ?? '';
}

/** The access token of a request, valid or not. */
export function accessTokenOf(request: FastifyRequest, useHttps: boolean): string | undefined {
  return bearerOf(request) ?? request.cookies[cookieName('access_token', useHttps)];
}

/** Pages of other origins may not call, whatever cookies the browser adds. */
function refuseForeignOrigin(request: FastifyRequest, { corsOrigin }: Authentication): void {
  const origin = request.headers.origin;
  if (request.routeOptions.config.anyOrigin === true) return;
  if (origin === undefined || origin === corsOrigin || SAFE_METHODS.includes(request.method))
    return;
  throw new Refusal('origin-not-allowed');
}

/**
 * Browsers add cookies by themselves, so a browser's request with cookies alone also needs the CSRF token.
 * @param sessionId the session that the cookies belong to
 */
export function requireCsrfTokenOfBrowser(
  request: FastifyRequest,
  authentication: Authentication,
  sessionId: string,
): void {
  if (bearerOf(request) === undefined && comesFromBrowser(request))
    requireCsrfToken(request, authentication, sessionId);
}

function requireCsrfToken(
  request: FastifyRequest,
  { keys, useHttps }: Authentication,
  sessionId: string,
): void {
  const token = request.headers['x-csrf-token'];
  const nonce = request.cookies[cookieName('csrf', useHttps)];
  if (
    typeof token !== 'string' ||
    nonce === undefined ||
    !csrfTokenIsGood(keys.csrf, token, nonce, sessionId)
  ) {
    throw new Refusal('csrf-token-invalid');
  }
}

/** Node's own fetch sends Sec-Fetch-Mode too, so only these three headers show that it is a browser. */
function comesFromBrowser({ headers }: FastifyRequest): boolean {
  return (
    headers.origin !== undefined ||
    headers.referer !== undefined ||
    headers['sec-fetch-site'] !== undefined
  );
}

/** Of two headers Node takes the first and a proxy perhaps the last: with two the caller is uncertain. */
function bearerOf(request: FastifyRequest): string | undefined {
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) return undefined;
  const match = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}
