// The users as admins of the platform see them, and what core and billing ask about users.
import {
  UserNames,
  UserSummaries,
  UserSummariesQuery,
} from '@kvartplata/contracts/auth/internal.ts';
import {
  ManagedUser,
  PlatformRoleChange,
  UserParams,
  UsersQuery,
} from '@kvartplata/contracts/auth/users.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { Db } from '../tables.ts';
import {
  changePlatformRole,
  findUsers,
  findUserSummaries,
  getUserNames,
} from './user-directory.service.ts';

export function userDirectoryRoutes(app: HttpServer, db: Db): void {
  app.get(
    '/api/auth/users',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['users'],
        summary: 'All users, or those who are named so',
        querystring: UsersQuery,
        response: { 200: Page(ManagedUser), ...refusals(400, 401, 403, 503) },
      },
    },
    async (request) => findUsers(db, request.query),
  );

  app.put(
    '/api/auth/users/:userId/platform-role',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['users'],
        summary: 'Make a user an admin of the platform, or an admin a user',
        params: UserParams,
        body: PlatformRoleChange,
        response: { 200: ManagedUser, ...refusals(400, 401, 403, 404, 409, 413, 415, 503) },
      },
    },
    async (request) =>
      changePlatformRole(
        db,
        { userId: sessionOf(request).userId, requestId: request.id },
        request.params.userId,
        request.body.platformRole,
      ),
  );

  app.get(
    '/api/internal/users',
    {
      config: { access: 'service' },
      schema: {
        tags: ['internal'],
        summary: 'The users of some ids',
        querystring: UserSummariesQuery,
        response: { 200: UserSummaries, ...refusals(400, 401, 503) },
      },
    },
    async (request) => findUserSummaries(db, request.query.ids),
  );

  app.get(
    '/api/internal/users/:userId/names',
    {
      config: { access: 'service' },
      schema: {
        tags: ['internal'],
        summary: 'What a user may be invited by',
        params: UserParams,
        response: { 200: UserNames, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => getUserNames(db, request.params.userId),
  );
}
