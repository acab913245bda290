// Payment documents for the state's system, and the table of services that they are made by.
import { Readable } from 'node:stream';
import * as api from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { ZIP } from '@kvartplata/contracts/billing/receipt-files.ts';
import { zipStream } from '@kvartplata/platform/archives/zip-stream.ts';
import { createSpool } from '@kvartplata/platform/http/spooled-answer.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import { listGisPlacements, listGisServices, replaceGisServices } from './gis-services.service.ts';
import { exportGisZhkh, type GisDeps, type GisFile } from './gis-zhkh.service.ts';

export function gisZhkhRoutes(app: HttpServer, { access, ...gis }: Deps & GisDeps): void {
  const turns = createSpool();

  route(app, api.exportGisZhkh, async (request, reply) => {
    const caller = await access.callerOf(request);
    const file = await turns.run(async () => exportGisZhkh(gis, caller, request.query));
    return sendFile(reply, file, gis.now());
  });

  route(app, api.listGisServices, async (request) =>
    listGisServices(await access.callerOf(request), request.query),
  );

  route(app, api.replaceGisServices, async (request) => {
    const { query, body } = request;
    return replaceGisServices(await access.callerOf(request), query, body.items);
  });

  route(app, api.listGisPlacements, async (request) =>
    listGisPlacements(await access.callerOf(request), request.query),
  );
}

/** One file as it is, several in a zip. */
function sendFile(reply: FastifyReply, { name, parts }: GisFile, madeAt: Date): FastifyReply {
  const [only, ...others] = parts;
  const named = (ending: string): FastifyReply =>
    reply.header('content-disposition', `attachment; filename="${name}.${ending}"`);
  if (only !== undefined && others.length === 0) return named('xml').type(api.XML).send(only);
  return named('zip')
    .type(ZIP)
    .send(zipStream(entriesOf(parts), madeAt));
}

async function* entriesOf(parts: readonly string[]) {
  for (const [at, part] of parts.entries())
    yield {
      name: `${String(at + 1).padStart(2, '0')}.xml`,
      content: Readable.from([Buffer.from(part)]),
    };
}
