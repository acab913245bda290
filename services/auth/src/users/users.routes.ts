// POST /api/auth/register and GET /api/auth/user.
import { CsrfHeaders } from '@kvartplata/contracts/auth/sessions.ts';
import { CurrentUser, Registration, User } from '@kvartplata/contracts/auth/users.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { callerOf } from '../caller.ts';
import type { Db } from '../tables.ts';
import { getCurrentUser, registerUser, type RegistrationSettings } from './users.service.ts';

type UsersDeps = { readonly db: Db; readonly registration: RegistrationSettings };

export function usersRoutes(app: HttpServer, { db, registration }: UsersDeps): void {
  app.post(
    '/api/auth/register',
    {
      config: { access: 'csrf' },
      schema: {
        tags: ['users'],
        summary: 'Register a user; it does not sign in',
        security: [],
        headers: CsrfHeaders,
        body: Registration,
        response: { 201: User, ...refusals(400, 403, 409, 413, 415, 429, 503) },
      },
    },
    async (request, reply) => {
      const user = await registerUser(db, registration, request.body, callerOf(request));
      return reply.code(201).header('location', '/api/auth/user').send(user);
    },
  );

  app.get(
    '/api/auth/user',
    {
      config: { access: 'user' },
      schema: {
        tags: ['users'],
        summary: 'The signed-in user',
        response: { 200: CurrentUser, ...refusals(401, 503) },
      },
    },
    async (request) => getCurrentUser(db, sessionOf(request).userId),
  );
}
