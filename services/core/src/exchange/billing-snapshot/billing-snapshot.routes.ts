// The billing snapshot, and the versions that show whether it is still current.
import * as api from '@kvartplata/contracts/core/billing-snapshot.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import { findOrganization } from './billing-snapshot.repository.ts';
import { listHouseVersions, readBillingSnapshot } from './billing-snapshot.service.ts';
import { streamLines } from './ndjson.ts';

export function billingSnapshotRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  route(app, api.getBillingSnapshot, async ({ query }, reply) =>
    sendLines(reply, readBillingSnapshot(everything, query, query.period)),
  );

  route(app, api.getHouseBillingSnapshot, async ({ params, query }, reply) => {
    const organizationId = await findOrganization(everything, params.houseId);
    if (organizationId === undefined) throw notFound('The house');
    const asked = { organizationId, houseIds: [params.houseId] };
    return sendLines(reply, readBillingSnapshot(everything, asked, query.period));
  });

  route(app, api.listHouseVersions, async ({ query }) =>
    listHouseVersions(everything, query, query.period),
  );
}

async function sendLines(
  reply: FastifyReply,
  pages: ReturnType<typeof readBillingSnapshot>,
): Promise<FastifyReply> {
  return reply.type(api.NDJSON).send(await streamLines(pages));
}
