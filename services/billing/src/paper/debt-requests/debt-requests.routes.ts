// Debt requests: recorded, listed, answered.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/debt-requests.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import * as requests from './debt-requests.service.ts';

export function debtRequestsRoutes(app: HttpServer, { access, today }: Deps): void {
  route(app, api.createDebtRequest, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asker = { caller, once: onceOf(request, reply), today: today() };
    const made = await requests.createDebtRequest(asker, request.body);
    const location = addressOf(api.getDebtRequest, { params: { debtRequestId: made.id } });
    void reply.code(201).header('location', location);
    return made;
  });

  route(app, api.listDebtRequests, async (request) =>
    requests.listDebtRequestsFor(await access.callerOf(request), request.query),
  );

  route(app, api.getDebtRequest, async (request) =>
    requests.getDebtRequest(await access.callerOf(request), request.params.debtRequestId),
  );

  route(app, api.answerDebtRequest, async (request) => {
    const { params, body } = request;
    return requests.answerDebtRequest(await access.callerOf(request), params.debtRequestId, body);
  });
}
