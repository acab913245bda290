// The CSRF token, refresh and logout, and lookups of sessions by core and billing.
import { getSessionState } from '@kvartplata/contracts/auth/internal.ts';
import * as api from '@kvartplata/contracts/auth/sessions.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
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
  route(app, api.getCsrfToken, async (request, reply) => answerCsrfToken(deps, request, reply));
  route(app, api.refreshSession, async (request, reply) => answerRefresh(deps, request, reply));
  route(app, api.endCurrentSession, async (request, reply) => answerLogOut(deps, request, reply));
}

/** Lookups by core and billing. */
export function internalSessionsRoutes(
  app: HttpServer,
  { db, authentication }: Pick<SessionsDeps, 'db' | 'authentication'>,
): void {
  route(app, getSessionState, async ({ params, query }) =>
    findSessionState(db, { ...params, ...query }, authentication.now()),
  );
}

async function answerCsrfToken(
  { authentication, cookies }: SessionsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<api.CsrfToken> {
  // A cross-site link brings no nonce, and setting a new one would invalidate our page's tokens.
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('origin-not-allowed');
  const sessionId = await csrfSessionIdOf(request, authentication);
  const nonce = keepCsrfNonce(request, reply, cookies);
  return { csrfToken: csrfTokenFor(authentication.keys.csrf, nonce, sessionId) };
}

async function answerRefresh(
  { db, authentication, cookies, lives }: SessionsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<api.Refreshed> {
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
): Promise<api.SignedOut> {
  const sessionIds = await sessionIdsOf(request, authentication);
  const [sessionId] = sessionIds;
  // Without a session there is nothing that another site could end.
  if (sessionId !== undefined) requireCsrfTokenOfBrowser(request, authentication, sessionId);
  await logOut(db, sessionIds, request.id, authentication.now());
  clearSessionCookies(reply, cookies);
  return { success: true };
}

/** The sessions that the tokens of a request name, even expired tokens; the access token's first. */
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
