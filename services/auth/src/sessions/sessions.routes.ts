// The CSRF token, refresh and logout, and what core and billing ask about a session.
import { SessionAnswer, SessionParams, SessionQuery } from '@kvartplata/contracts/auth/internal.ts';
import { CsrfToken, Refreshed, SignedOut } from '@kvartplata/contracts/auth/sessions.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { verifyAccessTokenOfAnyAge } from '@kvartplata/platform/identity/access-token.ts';
import {
  accessTokenOf,
  csrfSessionIdOf,
  requireCsrfTokenOfBrowser,
  type Authentication,
} from '@kvartplata/platform/identity/authentication.ts';
import { csrfTokenFor } from '@kvartplata/platform/identity/csrf.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../tables.ts';
import {
  clearSessionCookies,
  findRefreshClaim,
  keepCsrfNonce,
  setSessionCookies,
  type CookieSettings,
} from './session-cookies.ts';
import type { SessionLives } from './sessions.repository.ts';
import { findSessionState, logOut, refreshSession } from './sessions.service.ts';

type SessionsDeps = {
  readonly db: Db;
  readonly authentication: Authentication;
  readonly cookies: CookieSettings;
  readonly lives: SessionLives;
};

export function sessionsRoutes(app: HttpServer, deps: SessionsDeps): void {
  app.get(
    '/api/auth/csrf-token',
    {
      config: { access: 'public' },
      schema: {
        tags: ['sessions'],
        summary: 'A CSRF token, bound to the cookie it comes with and to the session',
        security: [],
        response: { 200: CsrfToken, ...refusals(403) },
      },
    },
    async (request, reply) => answerCsrfToken(deps, request, reply),
  );

  app.post(
    '/api/auth/refresh',
    {
      config: { access: 'public' },
      schema: {
        tags: ['sessions'],
        summary: 'New tokens for the refresh cookie',
        security: [],
        response: { 200: Refreshed, ...refusals(401, 403, 503) },
      },
    },
    async (request, reply) => answerRefresh(deps, request, reply),
  );

  app.post(
    '/api/auth/logout',
    {
      config: { access: 'public' },
      schema: {
        tags: ['sessions'],
        summary: 'End the session and clear its cookies; also without a session',
        security: [],
        response: { 200: SignedOut, ...refusals(403, 503) },
      },
    },
    async (request, reply) => answerLogOut(deps, request, reply),
  );
}

/** What core and billing ask. */
export function internalSessionsRoutes(
  app: HttpServer,
  { db, authentication }: Pick<SessionsDeps, 'db' | 'authentication'>,
): void {
  app.get(
    '/api/internal/sessions/:sessionId',
    {
      config: { access: 'service' },
      schema: {
        tags: ['internal'],
        summary: 'Whether a session of a user lives, and what the user is on the platform',
        params: SessionParams,
        querystring: SessionQuery,
        response: { 200: SessionAnswer, ...refusals(400, 401, 503) },
      },
    },
    async (request) =>
      findSessionState(db, { ...request.params, ...request.query }, authentication.now()),
  );
}

async function answerCsrfToken(
  { authentication, cookies }: SessionsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CsrfToken> {
  // A link on a foreign page brings no nonce, and another one would cost our page's tokens their worth.
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('origin-not-allowed');
  const sessionId = await csrfSessionIdOf(request, authentication);
  const nonce = keepCsrfNonce(request, reply, cookies);
  return { csrfToken: csrfTokenFor(authentication.keys.csrf, nonce, sessionId) };
}

async function answerRefresh(
  { db, authentication, cookies, lives }: SessionsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refreshed> {
  const { keys, now, useHttps } = authentication;
  const claim = findRefreshClaim(request, keys.refresh, useHttps);
  if (claim === undefined) throw new Refusal('not-signed-in');
  requireCsrfTokenOfBrowser(request, authentication, claim.sessionId);
  const tokens = await refreshSession(db, { keys, lives }, claim, request.id, now());
  setSessionCookies(reply, cookies, tokens);
  const nonce = keepCsrfNonce(request, reply, cookies);
  return {
    csrfToken: csrfTokenFor(keys.csrf, nonce, tokens.sessionId),
    accessTokenExpiresAt: tokens.accessTokenExpiresAt.toISOString(),
  };
}

async function answerLogOut(
  { db, authentication, cookies }: SessionsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedOut> {
  const sessionIds = await sessionIdsOf(request, authentication);
  const [sessionId] = sessionIds;
  // Without a session there is nothing that a foreign page could end.
  if (sessionId !== undefined) requireCsrfTokenOfBrowser(request, authentication, sessionId);
  await logOut(db, sessionIds, request.id, authentication.now());
  clearSessionCookies(reply, cookies);
  return { success: true };
}

/** The sessions that the tokens of a request name, however old these are; the access token's first. */
async function sessionIdsOf(
  request: FastifyRequest,
  { audience, keys, useHttps }: Authentication,
): Promise<ReadonlySet<string>> {
  const token = accessTokenOf(request, useHttps);
  const claims =
    token === undefined ? undefined : await verifyAccessTokenOfAnyAge(keys.access, audience, token);
  const claim = findRefreshClaim(request, keys.refresh, useHttps);
  return new Set([claims?.sessionId, claim?.sessionId].filter((id) => id !== undefined));
}
