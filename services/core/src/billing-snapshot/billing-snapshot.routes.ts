// GET /api/internal/houses/:id/billing-snapshot
import { refusals } from '@kvartplata/contracts/problem.ts';
import { IdText, Month } from '@kvartplata/contracts/scalars.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Access } from '../access/access.service.ts';
import { readBillingSnapshot } from './billing-snapshot.service.ts';
import { NDJSON, streamLines } from './ndjson.ts';

export function billingSnapshotRoutes(
  app: HttpServer,
  { everything }: Pick<Access, 'everything'>,
): void {
  app.get(
    '/api/internal/houses/:id/billing-snapshot',
    {
      config: { access: 'service' },
      schema: {
        tags: ['internal'],
        summary: 'All that the calculation of a house and month needs, as lines of JSON',
        params: Type.Object({ id: IdText }),
        querystring: Type.Object({ period: Month }, { additionalProperties: false }),
        response: refusals(400, 401, 404, 503),
      },
    },
    async (request, reply) =>
      sendLines(reply, readBillingSnapshot(everything, request.params.id, request.query.period)),
  );
}

async function sendLines(
  reply: FastifyReply,
  pages: ReturnType<typeof readBillingSnapshot>,
): Promise<FastifyReply> {
  const lines = await streamLines(pages);
  if (lines === undefined) throw notFound('The house');
  return reply.type(NDJSON).send(lines);
}
