// Messages to ГИС ЖКХ about a house's month besides payment documents: readings, payments, and cancellations.
import * as api from '@kvartplata/contracts/billing/gis-messages.ts';
import { createSpool } from '@kvartplata/platform/http/spooled-answer.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { exportGisCancellations, exportGisPayments } from './gis-payments.service.ts';
import { exportGisReadings } from './gis-readings.service.ts';
import type { MessageDeps } from './messages.ts';
import { sendRequests } from './request-files.ts';

export function gisMessagesRoutes(app: HttpServer, { access, ...deps }: Deps & MessageDeps): void {
  const turns = createSpool();

  route(app, api.exportGisReadings, async (request, reply) => {
    const caller = await access.callerOf(request);
    const file = await turns.runFor(sessionOf(request).userId, async () =>
      exportGisReadings(deps, caller, request.query),
    );
    return sendRequests(reply, file);
  });

  route(app, api.exportGisPayments, async (request, reply) => {
    const caller = await access.callerOf(request);
    const file = await turns.runFor(sessionOf(request).userId, async () =>
      exportGisPayments(deps, caller, request.query),
    );
    return sendRequests(reply, file);
  });

  route(app, api.exportGisCancellations, async (request, reply) => {
    const caller = await access.callerOf(request);
    const file = await turns.runFor(sessionOf(request).userId, async () =>
      exportGisCancellations(deps, caller, request.query),
    );
    return sendRequests(reply, file);
  });
}
