// POST /api/billing/cycles/:cycleId/close and …/reopen, GET …/seal.
import { BillingCycle, CycleParams, ReopenCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { closeCycle } from './close.service.ts';
import { reopenCycle } from './reopen.service.ts';
import { verifySeal } from './seal.service.ts';

export function closeRoutes(app: HttpServer, { access, today }: Deps): void {
  app.post(
    '/api/billing/cycles/:cycleId/close',
    {
      config: { access: 'accountant' },
      schema: {
        tags: ['cycles'],
        summary: 'Close an applied month: it takes no entry any more',
        params: CycleParams,
        response: { 200: BillingCycle, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request) => closeCycle(await access.callerOf(request), request.params.cycleId, today()),
  );

  app.post(
    '/api/billing/cycles/:cycleId/reopen',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['cycles'],
        summary: 'Open the last closed month again, while nothing rests on it',
        params: CycleParams,
        body: ReopenCycle,
        response: { 200: BillingCycle, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request) =>
      reopenCycle(
        await access.callerOf(request),
        request.params.cycleId,
        request.body.reason,
        today(),
      ),
  );

  app.get(
    '/api/billing/cycles/:cycleId/seal',
    {
      config: { access: 'viewer' },
      schema: {
        tags: ['cycles'],
        summary: 'The hashes of a closed month’s books, and whether the books still give them',
        params: CycleParams,
        response: { 200: MonthSeal, ...refusals(400, 401, 403, 404, 503) },
      },
    },
    async (request) => verifySeal(await access.callerOf(request), request.params.cycleId),
  );
}
