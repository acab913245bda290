// Files of receipts: requested, read, downloaded, and cancelled.
import { Readable } from 'node:stream';
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/receipt-files.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import {
  cancelFile,
  fetchFile,
  getFile,
  listFilesFor,
  requestFile,
  type GivenFile,
} from './receipt-files.service.ts';

export function receiptFilesRoutes(app: HttpServer, { access, queue }: Deps): void {
  route(app, api.createReceiptFile, async (request, reply) => {
    const caller = await access.callerOf(request);
    const file = await requestFile(queue, caller, request.body, onceOf(request, reply));
    const location = addressOf(api.getReceiptFile, { params: { receiptFileId: file.id } });
    void reply.header('location', location);
    return file;
  });

  route(app, api.listReceiptFiles, async (request) =>
    listFilesFor(await access.callerOf(request), request.query),
  );

  route(app, api.getReceiptFile, async (request) =>
    getFile(await access.callerOf(request), request.params.receiptFileId),
  );

  route(app, api.fetchReceiptFile, async (request, reply) =>
    sendFile(reply, await fetchFile(await access.callerOf(request), request.params.receiptFileId)),
  );

  route(app, api.cancelReceiptFile, async (request) =>
    cancelFile(await access.callerOf(request), request.params.receiptFileId),
  );
}

function sendFile(
  reply: FastifyReply,
  { name, mediaType, bytes, content }: GivenFile,
): FastifyReply {
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', bytes)
    .send(Readable.from(content, { objectMode: false }));
}
