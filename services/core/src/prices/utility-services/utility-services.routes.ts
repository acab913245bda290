// Utility services: the catalogue, and an organization's own services.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/utility-services.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { answerRecord } from '../../access/records/records.service.ts';
import * as services from './utility-services.service.ts';

export function utilityServicesRoutes(app: HttpServer, { access }: Deps): void {
  route(app, api.listUtilityServices, async (request) =>
    services.listUtilityServices(await access.callerOf(request), request.query),
  );

  route(app, api.createUtilityService, async (request, reply) => {
    const { params, body } = request;
    const caller = await access.callerOf(request);
    const created = await services.createOwnService(caller, params.organizationId, body);
    const { id } = created.record;
    void reply.header(
      'location',
      addressOf(api.getUtilityService, { params: { utilityServiceId: id } }),
    );
    return answerRecord(reply, created);
  });

  route(app, api.getUtilityService, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { utilityServiceId } = request.params;
    return answerRecord(reply, await services.readUtilityService(caller, utilityServiceId));
  });

  route(app, api.replaceUtilityService, async (request, reply) => {
    const caller = await access.callerOf(request);
    const named = namedBy(request, request.params.utilityServiceId);
    return answerRecord(reply, await services.replaceOwnService(caller, named, request.body));
  });

  route(app, api.deleteUtilityService, async (request) => {
    const caller = await access.callerOf(request);
    await services.deleteOwnService(caller, namedBy(request, request.params.utilityServiceId));
    return undefined;
  });
}
