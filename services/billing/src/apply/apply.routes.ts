// POST /api/billing/cycles/:cycleId/apply.
import { AppliedCycle, CycleParams } from '@kvartplata/contracts/billing/cycles.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { callerOf, type Access } from '../access/access.service.ts';
import type { Db } from '../tables.ts';
import { applyCycle } from './apply.service.ts';

export function applyRoutes(app: HttpServer, db: Db, access: Access): void {
  app.post(
    '/api/billing/cycles/:cycleId/apply',
    {
      config: { access: 'user' },
      schema: {
        tags: ['cycles'],
        summary: 'Book the charges of a month and update the balances',
        params: CycleParams,
        response: { 200: AppliedCycle, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request) => applyCycle(db, access, callerOf(request), request.params.cycleId),
  );
}
