// Users as the platform's admins see them, and lookups of users by core and billing.
import * as internal from '@kvartplata/contracts/auth/internal.ts';
import * as api from '@kvartplata/contracts/auth/users.ts';
import { route } from '@kvartplata/platform/http/route.ts';
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
  route(app, api.listUsers, async ({ query }) => findUsers(db, query));

  route(app, api.changePlatformRole, async (request) =>
    changePlatformRole(
      db,
      { userId: sessionOf(request).userId, requestId: request.id },
      request.params.userId,
      request.body.platformRole,
    ),
  );

  route(app, internal.listUserSummaries, async ({ query }) => findUserSummaries(db, query.ids));

  route(app, internal.getUserNames, async ({ params }) => getUserNames(db, params.userId));
}
