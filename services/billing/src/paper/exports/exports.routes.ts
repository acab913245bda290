// Files for other programs: a month's charges, 1C, a bank, social protection, hledger.
import * as api from '@kvartplata/contracts/billing/exports.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { ReportDeps } from '../report-files.ts';
import { writeBenefits } from './benefits-export.service.ts';
import { write1c, writeBankDebts, writeCharges } from './exports.service.ts';
import { writeJournal } from './ledger-export.service.ts';

export function exportsRoutes(app: HttpServer, { access, files }: ReportDeps): void {
  route(app, api.exportCharges, async (request, reply) => {
    const caller = await access.callerOf(request);
    return files.answer(reply, 'xlsx', async (write) => writeCharges(caller, request.query, write));
  });

  route(app, api.export1c, async (request, reply) => {
    const caller = await access.callerOf(request);
    return files.answer(reply, 'csv', async (write) => write1c(caller, request.query, write));
  });

  route(app, api.exportBankDebts, async (request, reply) => {
    const caller = await access.callerOf(request);
    return files.answer(reply, 'csv', async (write) =>
      writeBankDebts(caller, request.query, write),
    );
  });

  route(app, api.exportBenefits, async (request, reply) => {
    const caller = await access.callerOf(request);
    return files.answer(reply, 'csv', async (write) => writeBenefits(caller, request.query, write));
  });

  route(app, api.exportLedger, async (request, reply) => {
    const caller = await access.callerOf(request);
    const form = { mediaType: api.JOURNAL, extension: 'journal' };
    return files.answerAs(reply, form, async (write) => writeJournal(caller, request.query, write));
  });
}
