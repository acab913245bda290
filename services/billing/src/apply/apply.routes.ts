// POST /api/billing/cycles/:cycleId/apply.
import { AppliedCycle, CycleParams } from '@kvartplata/contracts/billing/cycles.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Access } from '../access/access.service.ts';
import { applyCycle } from './apply.service.ts';

export function applyRoutes(app: HttpServer, queue: JobQueue, access: Access): void {
  app.post(
    '/api/billing/cycles/:cycleId/apply',
    {
      config: { access: 'accountant' },
      schema: {
        tags: ['cycles'],
        summary: 'Book the charges of a month and update the balances',
        params: CycleParams,
        headers: IdempotencyHeaders,
        response: { 200: AppliedCycle, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) =>
      applyCycle(
        queue,
        await access.callerOf(request),
        request.params.cycleId,
        onceOf(request, reply),
      ),
  );
}
