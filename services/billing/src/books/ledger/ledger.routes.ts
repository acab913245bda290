// GET /api/billing/ledger-entries and /api/billing/ledger/export.
import { Readable } from 'node:stream';
import {
  ExportLedgerQuery,
  LedgerEntry,
  ListLedgerEntriesQuery,
} from '@kvartplata/contracts/billing/ledger-entries.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { fileAnswer } from '@kvartplata/contracts/file-answer.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Access } from '../../access/access.service.ts';
import { exportLedger, type LedgerFile } from '../../paper/exports/ledger-export.service.ts';
import { listLedgerEntries } from './ledger.service.ts';

const JOURNAL = 'text/plain; charset=utf-8';

export function ledgerRoutes(app: HttpServer, access: Access): void {
  app.get(
    '/api/billing/ledger-entries',
    {
      config: { access: 'viewer' },
      schema: {
        tags: ['ledger'],
        summary: 'List ledger entries by account, house, month and type',
        querystring: ListLedgerEntriesQuery,
        response: { 200: Page(LedgerEntry), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => listLedgerEntries(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/ledger/export',
    {
      config: { access: 'viewer' },
      schema: {
        tags: ['ledger'],
        summary: 'The ledger of a house or an organization as a journal of hledger',
        querystring: ExportLedgerQuery,
        response: { 200: fileAnswer(JOURNAL), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      return sendJournal(reply, await exportLedger(caller, request.query));
    },
  );
}

function sendJournal(reply: FastifyReply, { journal, name }: LedgerFile): FastifyReply {
  return reply
    .type(JOURNAL)
    .header('content-disposition', `attachment; filename="${name}.journal"`)
    .send(Readable.from(journal));
}
