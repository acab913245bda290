// Receipts of a house or of one account, as PDF.
import { Readable } from 'node:stream';
import * as api from '@kvartplata/contracts/billing/receipts.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import type { Receipts } from './house-receipts.service.ts';
import { exportHouseReceipts, exportReceipt, type ReceiptFile } from './receipts.service.ts';

export type ReceiptsDeps = Deps & Receipts;

export function receiptsRoutes(app: HttpServer, { access, ...receipts }: ReceiptsDeps): void {
  route(app, api.getHouseReceipts, async (request, reply) => {
    const caller = await access.callerOf(request);
    return sendPdf(reply, await exportHouseReceipts(receipts, caller, request.query));
  });

  route(app, api.getReceipt, async (request, reply) => {
    const { personalAccountId } = request.params;
    const { period } = request.query;
    const caller = await access.callerOf(request);
    return sendPdf(reply, await exportReceipt(receipts, caller, personalAccountId, period));
  });
}

function sendPdf(reply: FastifyReply, { file, name }: ReceiptFile): FastifyReply {
  return reply
    .type(api.PDF)
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .send(Readable.from(file, { objectMode: false }));
}
