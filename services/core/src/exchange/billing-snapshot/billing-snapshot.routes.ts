// The billing snapshot, and the versions that show whether it is still current.
import * as api from '@kvartplata/contracts/core/billing-snapshot.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import { listHouseVersions, readBillingSnapshot } from './billing-snapshot.service.ts';
import { streamLines } from './ndjson.ts';

export function billingSnapshotRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  route(app, api.getBillingSnapshot, async ({ query }, reply) =>
    sendLines(reply, readBillingSnapshot(everything, query.houseIds, query.period)),
  );

  route(app, api.getHouseBillingSnapshot, async ({ params, query }, reply) => {
    const pages = readBillingSnapshot(everything, [params.houseId], query.period);
    return sendLines(reply, pages, 'The house');
  });

  route(app, api.listHouseVersions, async ({ query }) =>
    listHouseVersions(everything, query.houseIds, query.period),
  );
}

/** @param what named in the not-found refusal when the first page, the houses, is empty */
async function sendLines(
  reply: FastifyReply,
  pages: ReturnType<typeof readBillingSnapshot>,
  what?: string,
): Promise<FastifyReply> {
  const lines = await streamLines(pages, what === undefined);
  if (lines === undefined) throw notFound(what ?? '');
  return reply.type(api.NDJSON).send(lines);
}
