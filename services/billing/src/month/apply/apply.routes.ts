// Applying a cycle.
import * as api from '@kvartplata/contracts/billing/apply.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import { applyCycle } from './apply.service.ts';

export function applyRoutes(app: HttpServer, { queue, access, today }: Deps): void {
  route(app, api.applyCycle, async (request, reply) => {
    const means = { queue, once: onceOf(request, reply), today: today() };
    const caller = await access.callerOf(request);
    return applyCycle(means, caller, request.params.cycleId, request.body ?? {});
  });
}
