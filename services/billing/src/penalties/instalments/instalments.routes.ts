// Instalment plans: made, listed, read, cancelled.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/instalments.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import { cancelInstalment } from './cancel-instalment.service.ts';
import * as instalments from './instalments.service.ts';

export function instalmentsRoutes(app: HttpServer, { access, today }: Deps): void {
  route(app, api.createInstalment, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asker = { caller, once: onceOf(request, reply), today: today() };
    const made = await instalments.createInstalment(asker, request.body);
    const location = addressOf(api.getInstalment, { params: { instalmentId: made.id } });
    void reply.code(201).header('location', location);
    return made;
  });

  route(app, api.listInstalments, async (request) =>
    instalments.listInstalmentsFor(await access.callerOf(request), request.query, today()),
  );

  route(app, api.getInstalment, async (request) => {
    const { instalmentId } = request.params;
    return instalments.getInstalment(await access.callerOf(request), instalmentId, today());
  });

  route(app, api.cancelInstalment, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asker = { caller, once: onceOf(request, reply), today: today() };
    return cancelInstalment(asker, request.params.instalmentId, request.body?.reason);
  });
}
