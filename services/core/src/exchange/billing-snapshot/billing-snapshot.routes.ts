// GET /api/internal/billing-snapshot, of one house /api/internal/houses/:id/billing-snapshot, and the versions of houses.
import { HousesAndMonth, HouseVersions } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { fileAnswer } from '@kvartplata/contracts/file-answer.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { IdText, Month } from '@kvartplata/contracts/scalars.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import { listHouseVersions, readBillingSnapshot } from './billing-snapshot.service.ts';
import { NDJSON, streamLines } from './ndjson.ts';

export function billingSnapshotRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  const config = { access: 'service' } as const;
  const tags = ['internal'];

  app.get(
    '/api/internal/billing-snapshot',
    {
      config,
      schema: {
        tags,
        summary: 'All that the calculation of some houses and a month needs, as lines of JSON',
        querystring: HousesAndMonth,
        response: { 200: fileAnswer(NDJSON), ...refusals(400, 401, 503) },
      },
    },
    async ({ query }, reply) =>
      sendLines(reply, readBillingSnapshot(everything, query.houseIds, query.period)),
  );

  app.get(
    '/api/internal/houses/:id/billing-snapshot',
    {
      config,
      schema: {
        tags,
        summary: 'The same of one house',
        params: Type.Object({ id: IdText }),
        querystring: Type.Object({ period: Month }, { additionalProperties: false }),
        response: { 200: fileAnswer(NDJSON), ...refusals(400, 401, 404, 503) },
      },
    },
    async ({ params, query }, reply) => {
      const pages = readBillingSnapshot(everything, [params.id], query.period);
      return sendLines(reply, pages, 'The house');
    },
  );

  app.get(
    '/api/internal/house-versions',
    {
      config,
      schema: {
        tags,
        summary: 'How often that which the charges of a month follow from has changed, by house',
        querystring: HousesAndMonth,
        response: { 200: HouseVersions, ...refusals(400, 401, 503) },
      },
    },
    async ({ query }) => listHouseVersions(everything, query.houseIds, query.period),
  );
}

/** @param what refused as not there when the first page, the houses, is empty */
async function sendLines(
  reply: FastifyReply,
  pages: ReturnType<typeof readBillingSnapshot>,
  what?: string,
): Promise<FastifyReply> {
  const lines = await streamLines(pages, what === undefined);
  if (lines === undefined) throw notFound(what ?? '');
  return reply.type(NDJSON).send(lines);
}
