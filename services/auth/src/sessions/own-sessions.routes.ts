// Where the user is signed in, ending that, and changing the password.
import { SessionParams } from '@kvartplata/contracts/auth/internal.ts';
import {
  Done,
  Ended,
  OwnSessions,
  PasswordChange,
  SessionsQuery,
} from '@kvartplata/contracts/auth/own-sessions.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../caller.ts';
import type { Db } from '../tables.ts';
import type { PasswordSettings } from '../users/users.service.ts';
import {
  changePassword,
  endAllSessions,
  endOwnSession,
  findOwnSessions,
  type Asker,
} from './own-sessions.service.ts';
import { clearSessionCookies, type CookieSettings } from './session-cookies.ts';

type OwnSessionsDeps = {
  readonly db: Db;
  readonly passwords: PasswordSettings;
  readonly cookies: CookieSettings;
  readonly now: () => Date;
};

export function ownSessionsRoutes(app: HttpServer, deps: OwnSessionsDeps): void {
  const { db, passwords, cookies } = deps;
  const askerOf = (request: FastifyRequest): Asker => {
    const { userId, sessionId } = sessionOf(request);
    return { ...callerOf(request), userId, sessionId, now: deps.now() };
  };

  app.get(
    '/api/auth/sessions',
    {
      config: { access: 'user' },
      schema: {
        tags: ['sessions'],
        summary:
          'Where the user is signed in, the latest sign-in first, and how often a sign-in failed',
        querystring: SessionsQuery,
        response: { 200: OwnSessions, ...refusals(400, 401, 503) },
      },
    },
    async (request) => findOwnSessions(db, askerOf(request), request.query),
  );

  app.delete(
    '/api/auth/sessions/:sessionId',
    {
      config: { access: 'user' },
      schema: {
        tags: ['sessions'],
        summary: 'End one of the user’s sessions',
        params: SessionParams,
        response: { 204: Ended, ...refusals(400, 401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      const asker = askerOf(request);
      await endOwnSession(db, asker, request.params.sessionId);
      if (request.params.sessionId === asker.sessionId) clearSessionCookies(reply, cookies);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/auth/logout-all',
    {
      config: { access: 'user' },
      schema: {
        tags: ['sessions'],
        summary: 'End all sessions of the user, this one too',
        response: { 200: Done, ...refusals(400, 401, 403, 503) },
      },
    },
    async (request, reply) => {
      await endAllSessions(db, askerOf(request));
      clearSessionCookies(reply, cookies);
      return { success: true as const };
    },
  );

  app.post(
    '/api/auth/password',
    {
      config: { access: 'user' },
      schema: {
        tags: ['sessions'],
        summary: 'Change the password; all other sessions of the user end',
        body: PasswordChange,
        response: { 200: Done, ...refusals(400, 401, 403, 409, 413, 415, 429, 503) },
      },
    },
    async (request) => {
      await changePassword(db, passwords, askerOf(request), request.body);
      return { success: true as const };
    },
  );
}
