// A link to a new password, and the new password.
import { DONE } from '@kvartplata/contracts/auth/own-sessions.ts';
import * as api from '@kvartplata/contracts/auth/password-resets.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { callerOf } from '../caller.ts';
import { requestReset, resetPassword, type ResetDeps } from './password-resets.service.ts';

export function passwordResetsRoutes(app: HttpServer, deps: ResetDeps): void {
  route(app, api.requestPasswordReset, async (request) => {
    await requestReset(deps, request.body, callerOf(request));
    return DONE;
  });

  route(app, api.resetPassword, async (request) => {
    await resetPassword(deps, request.body, callerOf(request));
    return DONE;
  });
}
