// Closing and reopening a month.
import * as api from '@kvartplata/contracts/billing/close.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import type { Checkpoints } from '../../books/seals/checkpoints.service.ts';
import { closeCycle } from './close.service.ts';
import { reopenCycle } from './reopen.service.ts';

export type CloseDeps = Deps & { readonly checkpoints: Checkpoints };

export function closeRoutes(app: HttpServer, { access, today, checkpoints }: CloseDeps): void {
  route(app, api.closeCycle, async (request) => {
    const caller = await access.callerOf(request);
    const closed = await closeCycle(caller, request.params.cycleId, today());
    await checkpoints.publish();
    return closed;
  });

  route(app, api.reopenCycle, async (request) => {
    const caller = await access.callerOf(request);
    return reopenCycle(caller, request.params.cycleId, request.body.reason, today());
  });
}
