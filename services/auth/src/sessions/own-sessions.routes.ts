// Where the user is signed in, ending sessions, and changing the password.
import * as api from '@kvartplata/contracts/auth/own-sessions.ts';
import { route } from '@kvartplata/platform/http/route.ts';
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

  route(app, api.listOwnSessions, async (request) =>
    findOwnSessions(db, askerOf(request), request.query),
  );

  route(app, api.endOwnSession, async (request, reply) => {
    const asker = askerOf(request);
    await endOwnSession(db, asker, request.params.sessionId);
    if (request.params.sessionId === asker.sessionId) clearSessionCookies(reply, cookies);
    return undefined;
  });

  route(app, api.endAllSessions, async (request, reply) => {
    await endAllSessions(db, askerOf(request));
    clearSessionCookies(reply, cookies);
    return api.DONE;
  });

  route(app, api.changePassword, async (request) => {
    await changePassword(db, passwords, askerOf(request), request.body);
    return api.DONE;
  });
}
