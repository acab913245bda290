// GET /api/billing/receipts, of a house or of one account, as PDF.
import { Readable } from 'node:stream';
import {
  HouseReceiptsQuery,
  PDF,
  ReceiptParams,
  ReceiptQuery,
} from '@kvartplata/contracts/billing/receipts.ts';
import { fileAnswer } from '@kvartplata/contracts/file-answer.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import type { ReceiptLinks } from '../receipt-links/receipt-links.service.ts';
import { exportHouseReceipts, exportReceipt, type ReceiptFile } from './receipts.service.ts';

export type ReceiptsDeps = Deps & { readonly links: ReceiptLinks };

export function receiptsRoutes(app: HttpServer, { access, links, now }: ReceiptsDeps): void {
  const config = { access: 'viewer' } as const;
  const tags = ['receipts'];
  const response = { 200: fileAnswer(PDF), ...refusals(400, 401, 404, 409, 503) };

  app.get(
    '/api/billing/receipts',
    {
      config,
      schema: {
        tags,
        summary: "A house's receipts of a month in the order of rooms, a page of a PDF each",
        querystring: HouseReceiptsQuery,
        response,
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      return sendPdf(reply, await exportHouseReceipts({ links, now }, caller, request.query));
    },
  );

  app.get(
    '/api/billing/receipts/:personalAccountId',
    {
      config,
      schema: {
        tags,
        summary: "An account's receipt of a month as a PDF of one page",
        params: ReceiptParams,
        querystring: ReceiptQuery,
        response,
      },
    },
    async (request, reply) => {
      const { personalAccountId } = request.params;
      const { period } = request.query;
      const caller = await access.callerOf(request);
      return sendPdf(reply, await exportReceipt({ links, now }, caller, personalAccountId, period));
    },
  );
}

function sendPdf(reply: FastifyReply, { file, name }: ReceiptFile): FastifyReply {
  return reply
    .type(PDF)
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .send(Readable.from(file, { objectMode: false }));
}
