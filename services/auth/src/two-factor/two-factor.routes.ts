// Two-factor sign-in as its user manages it: status, setup, first code, turning it off; and core's request to reset it.
import { resetSecondFactor } from '@kvartplata/contracts/auth/internal.ts';
import * as api from '@kvartplata/contracts/auth/two-factor.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../caller.ts';
import type { SessionTokens } from '../sessions/sessions.service.ts';
import { proveAgain, type StepUpDeps } from './step-up.service.ts';
import { resetSecondFactorOf, type TwoFactorResetDeps } from './two-factor-reset.service.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorStatus,
  setUpTwoFactor,
  type TwoFactorDeps,
} from './two-factor.service.ts';

type StepUpRouteDeps = StepUpDeps & {
  /** Sets the cookie of a session's access token. */
  readonly setCookie: (reply: FastifyReply, tokens: SessionTokens) => void;
};

export function stepUpRoute(app: HttpServer, deps: StepUpRouteDeps): void {
  route(app, api.stepUp, async (request, reply) => {
    const { tokens, provenUntil } = await proveAgain(deps, askerOf(request), request.body);
    deps.setCookie(reply, tokens);
    return {
      provenUntil: provenUntil.toISOString(),
      accessTokenExpiresAt: tokens.accessTokenExpiresAt.toISOString(),
    };
  });
}

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
