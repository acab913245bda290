// Residents' disputes: listed, read and answered.
import * as api from '@kvartplata/contracts/billing/disputes.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { getDispute, listDisputesFor, settleDispute } from './disputes.service.ts';

export function disputesRoutes(app: HttpServer, { access }: Deps): void {
  route(app, api.listDisputes, async (request) =>
    listDisputesFor(await access.callerOf(request), request.query),
  );

  route(app, api.getDispute, async (request) =>
    getDispute(await access.callerOf(request), request.params.disputeId),
  );

  route(app, api.settleDispute, async (request) =>
    settleDispute(await access.callerOf(request), request.params.disputeId, request.body.answer),
  );
}
