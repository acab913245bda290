// POST /api/billing/cycles/:cycleId/apply.
import { AppliedCycle, ApplyCycle, CycleParams } from '@kvartplata/contracts/billing/cycles.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { Nullable } from '@kvartplata/contracts/scalars.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import { applyCycle } from './apply.service.ts';

export function applyRoutes(app: HttpServer, { queue, access, today }: Deps): void {
  app.post(
    '/api/billing/cycles/:cycleId/apply',
    {
      config: { access: 'accountant' },
      schema: {
        tags: ['cycles'],
        summary: 'Book the draft charges of the houses of a month and update the balances',
        params: CycleParams,
        body: Nullable(ApplyCycle),
        headers: IdempotencyHeaders,
        response: { 200: AppliedCycle, ...refusals(400, 401, 403, 404, 409, 422, 503) },
      },
    },
    async (request, reply) =>
      applyCycle(
        { queue, once: onceOf(request, reply), today: today() },
        await access.callerOf(request),
        request.params.cycleId,
        request.body?.houseIds,
      ),
  );
}
