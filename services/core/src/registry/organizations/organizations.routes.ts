// Organizations.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/organizations.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { answerRecord } from '../../access/records/records.service.ts';
import * as organizations from './organizations.service.ts';

export function organizationsRoutes(app: HttpServer, { access }: Deps): void {
  route(app, api.listOrganizations, async (request) =>
    organizations.listOrganizations(await access.callerOf(request)),
  );

  route(app, api.createOrganization, async (request, reply) => {
    const caller = await access.callerOf(request);
    const created = await organizations.createOrganization(caller, request.body);
    const params = { organizationId: created.record.id };
    void reply.header('location', addressOf(api.getOrganization, { params }));
    return answerRecord(reply, created);
  });

  route(app, api.getOrganization, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { organizationId } = request.params;
    return answerRecord(reply, await organizations.getOrganization(caller, organizationId));
  });

  route(app, api.replaceOrganization, async (request, reply) => {
    const caller = await access.callerOf(request);
    const named = namedBy(request, request.params.organizationId);
    return answerRecord(
      reply,
      await organizations.replaceOrganization(caller, named, request.body),
    );
  });

  route(app, api.deleteOrganization, async (request) => {
    const caller = await access.callerOf(request);
    await organizations.deleteOrganization(caller, namedBy(request, request.params.organizationId));
    return undefined;
  });
}
