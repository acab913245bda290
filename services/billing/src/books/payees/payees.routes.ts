// The payees of an organization, and core's requests about them.
import { addressOf } from '@kvartplata/contracts/address.ts';
import { getPayeeSummary, listPayeeNames } from '@kvartplata/contracts/billing/internal.ts';
import * as api from '@kvartplata/contracts/billing/payees.ts';
import { entityTag, namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import * as payees from './payees.service.ts';

export function payeesRoutes(app: HttpServer, { access }: Deps): void {
  route(app, api.listPayees, async (request) =>
    payees.listPayeesFor(await access.callerOf(request), request.query),
  );

  route(app, api.getPayee, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerPayee(reply, await payees.getPayee(caller, request.params.payeeId));
  });

  route(app, api.createPayee, async (request, reply) => {
    const created = await payees.createPayee(await access.callerOf(request), request.body);
    const params = { payeeId: created.payee.id };
    void reply.header('location', addressOf(api.getPayee, { params }));
    return answerPayee(reply, created);
  });

  route(app, api.replacePayee, async (request, reply) => {
    const named = namedBy(request, request.params.payeeId);
    const caller = await access.callerOf(request);
    return answerPayee(reply, await payees.replacePayee(caller, named, request.body));
  });

  route(app, api.deletePayee, async (request) => {
    const named = namedBy(request, request.params.payeeId);
    await payees.deletePayee(await access.callerOf(request), named);
    return undefined;
  });

  route(app, getPayeeSummary, async ({ params: { organizationId, payeeId } }) => {
    const own = { organizationId, id: payeeId };
    const { name } = await payees.requirePayee(access.everything, own);
    return { payeeId, name };
  });

  route(app, listPayeeNames, async ({ params: { organizationId } }) => {
    const all = await payees.listOrganizationPayees(access.everything, organizationId);
    return { payees: all.map(({ id, name, inn }) => ({ payeeId: id, name, inn })) };
  });
}

/** Answers with the payee, and its version in the `ETag` header. */
function answerPayee(reply: FastifyReply, { payee, version }: payees.VersionedPayee) {
  void reply.header('etag', entityTag(version));
  return payee;
}
