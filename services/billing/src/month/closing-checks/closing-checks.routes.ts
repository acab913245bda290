// /api/billing/cycles/:cycleId/checks
import {
  AcceptCheck,
  CheckParams,
  CheckRow,
  ClosingCheck,
  ClosingChecks,
  ListCheckRowsQuery,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import { CycleParams } from '@kvartplata/contracts/billing/cycles.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import { acceptCheck, listCheckRows, listClosingChecks } from './closing-checks.service.ts';

const PATH = '/api/billing/cycles/:cycleId/checks';

export function closingChecksRoutes(app: HttpServer, { access, today }: Deps): void {
  const tags = ['cycles'];

  app.get(
    PATH,
    {
      config: { access: 'viewer' },
      schema: {
        tags,
        summary: 'What stands against closing a month, check by check',
        params: CycleParams,
        response: { 200: ClosingChecks, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) =>
      listClosingChecks(await access.callerOf(request), request.params.cycleId, today()),
  );

  app.get(
    `${PATH}/:check/rows`,
    {
      config: { access: 'viewer' },
      schema: {
        tags,
        summary: 'All that a check remarks',
        params: CheckParams,
        querystring: ListCheckRowsQuery,
        response: { 200: Page(CheckRow), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) =>
      listCheckRows(await access.callerOf(request), request.params, request.query, today()),
  );

  app.post(
    `${PATH}/:check/accept`,
    {
      config: { access: 'accountant' },
      schema: {
        tags,
        summary: 'Take what a check remarks as it is',
        params: CheckParams,
        headers: IdempotencyHeaders,
        body: AcceptCheck,
        response: { 200: ClosingCheck, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) =>
      acceptCheck(await access.callerOf(request), request.params, request.body.note, {
        once: onceOf(request, reply),
        today: today(),
      }),
  );
}
