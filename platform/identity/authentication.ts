// Decides for every route who is asking. Each route declares its access; one that does not fails the start.
import type { AccessLevel } from '@kvartplata/contracts/access.ts';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import type { HttpServer } from '../http/server.ts';
import { verifyAccessToken } from './access-token.ts';
import { createApiKeyLimits, type ApiKeyLimits } from './api-key-limits.ts';
import { apiKeyHashOf, looksLikeApiKey } from './api-key.ts';
import { csrfTokenIsGood } from './csrf.ts';
import type { Keys } from './keys.ts';
import { verifyServiceToken } from './service-token.ts';
import type { FindApiKey, FindSession, Session } from './session.ts';
import { createTokenReader, type TokenReader } from './token-reader.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessLevel;
    /** A page without sign-in asks from whatever origin it has; no cookie counts there. */
    anyOrigin?: boolean;
  }
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyInstance {
    /** For an answer that goes on: whether its user may still ask. @throws Refusal not-signed-in */
    authenticateAgain: (request: FastifyRequest) => Promise<void>;
  }
}

export type Authentication = {
  /** The name of this service, as tokens address it. */
  readonly audience: string;
  readonly keys: Keys;
  readonly corsOrigin: string;
  readonly useHttps: boolean;
  readonly findSession: FindSession;
  /** What an API key stands for; without it no key opens anything. */
  readonly findApiKey?: FindApiKey | undefined;
  /** The session that a request's other cookies stand for, without an access token; auth alone has such. */
  readonly findCookieSessionId?: (request: FastifyRequest) => string | undefined;
  readonly now: () => Date;
};

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** With HTTPS the cookies carry the prefix that browsers guard. */
export function cookieName(
  name: 'access_token' | 'refresh_token' | 'csrf' | 'two_factor' | 'oidc',
  useHttps: boolean,
): string {
  return useHttps ? `__Secure-${name}` : name;
}

export function registerAuthentication(app: HttpServer, authentication: Authentication): void {
  const { keys, audience, now } = authentication;
  const readToken = createTokenReader(keys.access, audience, now);
  const limits = createApiKeyLimits(now);
  /** A person by their session, or a program by its key. */
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

/** The session of a route that is for users. */
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

/** The key's maker asks through it, never as an admin of the platform. */
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

/** The session that a CSRF token for this request is bound to, live or not; an empty text for none. */
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

/** The access token a request came with, good or not. */
export function accessTokenOf(request: FastifyRequest, useHttps: boolean): string | undefined {
  return bearerOf(request) ?? request.cookies[cookieName('access_token', useHttps)];
}

/** A page of another origin may never ask, whatever cookies the browser adds. */
function refuseForeignOrigin(request: FastifyRequest, { corsOrigin }: Authentication): void {
  const origin = request.headers.origin;
  if (request.routeOptions.config.anyOrigin === true) return;
  if (origin === undefined || origin === corsOrigin || SAFE_METHODS.includes(request.method))
    return;
  throw new Refusal('origin-not-allowed');
}

/**
 * A browser adds cookies by itself, so what a browser sends with cookies alone needs the token too.
 * @param sessionId the session that the cookies stand for
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

/** Node's own fetch sends Sec-Fetch-Mode too, so only these three mark a browser. */
function comesFromBrowser({ headers }: FastifyRequest): boolean {
  return (
    headers.origin !== undefined ||
    headers.referer !== undefined ||
    headers['sec-fetch-site'] !== undefined
  );
}

/** Node keeps the first of two headers and a proxy perhaps the last: with two, nobody is sure who is asking. */
function bearerOf(request: FastifyRequest): string | undefined {
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) return undefined;
  const match = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}
