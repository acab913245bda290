// Closing a month and opening it again, and its seal.
import * as api from '@kvartplata/contracts/billing/close.ts';
import { getMonthSeal, type MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { closeCycle } from './close.service.ts';
import { createMonthReaders } from '../month-readers.ts';
import { reopenCycle } from './reopen.service.ts';
import { verifySeal } from './seal.service.ts';

export function closeRoutes(app: HttpServer, { access, today }: Deps): void {
  const readers = createMonthReaders<MonthSeal>('seals');

  route(app, api.closeCycle, async (request) =>
    closeCycle(await access.callerOf(request), request.params.cycleId, today()),
  );

  route(app, api.reopenCycle, async (request) => {
    const caller = await access.callerOf(request);
    return reopenCycle(caller, request.params.cycleId, request.body.reason, today());
  });

  route(app, getMonthSeal, async (request) =>
    verifySeal(await access.callerOf(request), request.params.cycleId, readers),
  );
}
