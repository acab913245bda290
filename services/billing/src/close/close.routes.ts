// POST /api/billing/cycles/:cycleId/close
import { BillingCycle, CycleParams } from '@kvartplata/contracts/billing/cycles.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Access } from '../access/access.service.ts';
import { closeCycle } from './close.service.ts';

export function closeRoutes(app: HttpServer, access: Access): void {
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
    async (request) => closeCycle(await access.callerOf(request), request.params.cycleId),
  );
}
