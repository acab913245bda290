// Two-factor sign-in as its user manages it: status, setup, first code, turning it off.
import {
  FirstCode,
  TwoFactorDisabled,
  TwoFactorDisabling,
  TwoFactorEnabled,
  TwoFactorSecret,
  TwoFactorSetup,
  TwoFactorStatus,
} from '@kvartplata/contracts/auth/two-factor.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../caller.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorStatus,
  setUpTwoFactor,
  type TwoFactorDeps,
} from './two-factor.service.ts';

export function twoFactorRoutes(app: HttpServer, deps: TwoFactorDeps): void {
  app.get(
    '/api/auth/2fa/status',
    {
      config: { access: 'user' },
      schema: {
        tags: ['two-factor'],
        summary: 'Whether two-factor sign-in is on',
        response: { 200: TwoFactorStatus, ...refusals(401, 503) },
      },
    },
    async (request) => getTwoFactorStatus(deps, sessionOf(request).userId),
  );

  app.post(
    '/api/auth/2fa/setup',
    {
      config: { access: 'user' },
      schema: {
        tags: ['two-factor'],
        summary: 'A secret for an authenticator; nothing is on before its first code',
        body: TwoFactorSetup,
        response: { 200: TwoFactorSecret, ...refusals(400, 401, 403, 409, 413, 415, 429, 503) },
      },
    },
    async (request) => setUpTwoFactor(deps, askerOf(request), request.body?.password),
  );

  app.post(
    '/api/auth/2fa/verify-setup',
    {
      config: { access: 'user' },
      schema: {
        tags: ['two-factor'],
        summary: 'Turn two-factor sign-in on with the first code; shows the recovery codes once',
        body: FirstCode,
        response: { 200: TwoFactorEnabled, ...refusals(400, 401, 403, 409, 413, 415, 503) },
      },
    },
    async (request) => enableTwoFactor(deps, askerOf(request), request.body.code),
  );

  app.post(
    '/api/auth/2fa/disable',
    {
      config: { access: 'user' },
      schema: {
        tags: ['two-factor'],
        summary: 'Turn two-factor sign-in off; all other sessions of the user end',
        body: TwoFactorDisabling,
        response: { 200: TwoFactorDisabled, ...refusals(400, 401, 403, 409, 413, 415, 429, 503) },
      },
    },
    async (request) => disableTwoFactor(deps, askerOf(request), request.body),
  );
}

function askerOf(request: FastifyRequest) {
  return { ...callerOf(request), ...sessionOf(request) };
}
