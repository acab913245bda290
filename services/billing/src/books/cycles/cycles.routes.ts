// GET and POST /api/billing/cycles.
import {
  BillingCycle,
  CreateCycle,
  CycleParams,
  ListCyclesQuery,
} from '@kvartplata/contracts/billing/cycles.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { createCycle, getCycle, listCycles } from './cycles.service.ts';

export function cyclesRoutes(app: HttpServer, { access, today }: Deps): void {
  const config = { access: 'viewer' } as const;
  const tags = ['cycles'];

  app.post(
    '/api/billing/cycles',
    {
      config: { access: 'accountant' },
      schema: {
        tags,
        summary: 'Open a month',
        body: CreateCycle,
        response: { 201: BillingCycle, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      const cycle = await createCycle(await access.callerOf(request), request.body, today());
      return reply.code(201).header('location', `/api/billing/cycles/${cycle.id}`).send(cycle);
    },
  );

  app.get(
    '/api/billing/cycles',
    {
      config,
      schema: {
        tags,
        summary: 'List months, newest first',
        querystring: ListCyclesQuery,
        response: { 200: Page(BillingCycle), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => listCycles(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/cycles/:cycleId',
    {
      config,
      schema: {
        tags,
        summary: 'One month',
        params: CycleParams,
        response: { 200: BillingCycle, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => getCycle(await access.callerOf(request), request.params.cycleId),
  );
}
