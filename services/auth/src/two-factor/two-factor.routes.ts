// Two-factor sign-in as its user manages it: status, setup, first code, turning it off; and what core asks for who has lost it.
import { resetSecondFactor } from '@kvartplata/contracts/auth/internal.ts';
import * as api from '@kvartplata/contracts/auth/two-factor.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../caller.ts';
import { resetSecondFactorOf, type TwoFactorResetDeps } from './two-factor-reset.service.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorStatus,
  setUpTwoFactor,
  type TwoFactorDeps,
} from './two-factor.service.ts';

export function twoFactorRoutes(app: HttpServer, deps: TwoFactorDeps & TwoFactorResetDeps): void {
  route(app, api.getTwoFactorStatus, async (request) =>
    getTwoFactorStatus(deps, sessionOf(request).userId),
  );

  route(app, api.setUpTwoFactor, async (request) =>
    setUpTwoFactor(deps, askerOf(request), request.body?.password),
  );

  route(app, api.enableTwoFactor, async (request) =>
    enableTwoFactor(deps, askerOf(request), request.body.code),
  );

  route(app, api.disableTwoFactor, async (request) =>
    disableTwoFactor(deps, askerOf(request), request.body),
  );

  route(app, resetSecondFactor, async (request) =>
    resetSecondFactorOf(deps, request.params.userId, request.body, request.id),
  );
}

function askerOf(request: FastifyRequest) {
  return { ...callerOf(request), ...sessionOf(request) };
}
