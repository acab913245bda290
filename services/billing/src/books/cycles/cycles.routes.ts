// An organization's months.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/cycles.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { createCycle, getCycle, listCycles, listHousesOf } from './cycles.service.ts';

export function cyclesRoutes(app: HttpServer, { access, today }: Deps): void {
  route(app, api.createCycle, async (request, reply) => {
    const cycle = await createCycle(await access.callerOf(request), request.body, today());
    void reply.header('location', addressOf(api.getCycle, { params: { cycleId: cycle.id } }));
    return cycle;
  });

  route(app, api.listCycles, async (request) =>
    listCycles(await access.callerOf(request), request.query),
  );

  route(app, api.getCycle, async (request) =>
    getCycle(await access.callerOf(request), request.params.cycleId),
  );

  route(app, api.listCycleHouses, async (request) =>
    listHousesOf(await access.callerOf(request), request.params.cycleId),
  );
}
