// Registering, and the signed-in user.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/auth/users.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { callerOf } from '../caller.ts';
import type { Db } from '../tables.ts';
import { getCurrentUser, registerUser, type RegistrationSettings } from './users.service.ts';

type UsersDeps = { readonly db: Db; readonly registration: RegistrationSettings };

export function usersRoutes(app: HttpServer, { db, registration }: UsersDeps): void {
  route(app, api.registerUser, async (request, reply) => {
    const user = await registerUser(db, registration, request.body, callerOf(request));
    void reply.header('location', addressOf(api.getCurrentUser));
    return user;
  });

  route(app, api.getCurrentUser, async (request) => getCurrentUser(db, sessionOf(request).userId));
}
