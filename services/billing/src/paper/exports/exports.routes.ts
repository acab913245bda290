// GET /api/billing/charges/export, /api/billing/ledger/export and /api/billing/exports.
import { Readable } from 'node:stream';
import {
  Export1cQuery,
  ExportBankDebtsQuery,
  ExportChargesQuery,
  ExportLedgerQuery,
} from '@kvartplata/contracts/billing/exports.ts';
import { fileAnswer } from '@kvartplata/contracts/file-answer.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { REPORT_MEDIA_TYPES } from '@kvartplata/contracts/table-files.ts';
import type { FastifyReply } from 'fastify';
import type { ReportDeps } from '../report-files.ts';
import { write1c, writeBankDebts, writeCharges } from './exports.service.ts';
import { exportLedger, type LedgerFile } from './ledger-export.service.ts';

const JOURNAL = 'text/plain; charset=utf-8';

export function exportsRoutes(app: HttpServer, { access, files }: ReportDeps): void {
  const config = { access: 'viewer' } as const;
  const tags = ['exports'];
  const refused = refusals(400, 401, 404, 503);
  const xlsx = { 200: fileAnswer(REPORT_MEDIA_TYPES.xlsx), ...refused };
  const csv = { 200: fileAnswer(REPORT_MEDIA_TYPES.csv), ...refused };

  app.get(
    '/api/billing/charges/export',
    {
      config,
      schema: {
        tags,
        summary: 'The charges of a house and month as a workbook',
        querystring: ExportChargesQuery,
        response: xlsx,
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      return files.answer(reply, 'xlsx', async (write) =>
        writeCharges(caller, request.query, write),
      );
    },
  );

  app.get(
    '/api/billing/exports/1c',
    {
      config,
      schema: {
        tags,
        summary: 'What months have booked by account and service, as CSV for 1C',
        querystring: Export1cQuery,
        response: csv,
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      return files.answer(reply, 'csv', async (write) => write1c(caller, request.query, write));
    },
  );

  app.get(
    '/api/billing/exports/bank-debts',
    {
      config,
      schema: {
        tags,
        summary: 'Who owes how much now, as CSV for a bank',
        querystring: ExportBankDebtsQuery,
        response: csv,
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      return files.answer(reply, 'csv', async (write) =>
        writeBankDebts(caller, request.query, write),
      );
    },
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
