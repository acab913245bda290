// GET /api/billing/reports but for the turnover balance, most of them as JSON or a workbook.
import {
  AccountReportQuery,
  AccountStatement,
  CourtCalculation,
  CourtQuery,
  Reconciliation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { CollectionQuery, CollectionReport } from '@kvartplata/contracts/billing/collection.ts';
import { DebtorsQuery, DebtorsReport } from '@kvartplata/contracts/billing/debtors.ts';
import {
  CollectedMonths,
  CollectedMonthsQuery,
  MonthSummary,
  MonthSummaryQuery,
} from '@kvartplata/contracts/billing/month-summary.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { TSchema } from 'typebox';
import type { ReportDeps } from '../report-files.ts';
import { writeCourt, writeReconciliation, writeStatement } from './account-reports.service.ts';
import { writeCollection, writeDebtors } from './house-reports.service.ts';
import { collectedMonths, summarizeMonth } from './month-summary.service.ts';

export function reportsRoutes(app: HttpServer, { access, files, today }: ReportDeps): void {
  app.get(
    '/api/billing/reports/month-summary',
    report('The month of each house in few figures', MonthSummaryQuery, MonthSummary),
    async (request) => summarizeMonth(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/reports/collected-months',
    report(
      'What houses together were charged and have paid, month by month',
      CollectedMonthsQuery,
      CollectedMonths,
    ),
    async (request) => collectedMonths(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/reports/debtors',
    report('Who owes, how much, and for how long', DebtorsQuery, DebtorsReport),
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const { format = 'json' } = request.query;
      return files.answer(reply, format, async (write) =>
        writeDebtors(caller, request.query, today(), write),
      );
    },
  );

  app.get(
    '/api/billing/reports/collection',
    report('What of its charges each house has collected', CollectionQuery, CollectionReport),
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const { format = 'json' } = request.query;
      return files.answer(reply, format, async (write) =>
        writeCollection(caller, request.query, write),
      );
    },
  );

  app.get(
    '/api/billing/reports/account-statement',
    report(
      'Every entry of an account with the debts after it',
      AccountReportQuery,
      AccountStatement,
    ),
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const { format = 'json' } = request.query;
      return files.answer(reply, format, async (write) =>
        writeStatement(caller, request.query, write),
      );
    },
  );

  app.get(
    '/api/billing/reports/reconciliation',
    report('The act of reconciliation of an account', AccountReportQuery, Reconciliation),
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const { format = 'json' } = request.query;
      return files.answer(reply, format, async (write) =>
        writeReconciliation(caller, request.query, write),
      );
    },
  );

  app.get(
    '/api/billing/reports/court',
    report('The booked penalties of an account line by line', CourtQuery, CourtCalculation),
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const { format = 'json' } = request.query;
      return files.answer(reply, format, async (write) => writeCourt(caller, request.query, write));
    },
  );
}

function report<Query extends TSchema, Answer extends TSchema>(
  summary: string,
  querystring: Query,
  answer: Answer,
) {
  return {
    config: { access: 'viewer' as const },
    schema: {
      tags: ['reports'],
      summary,
      querystring,
      response: { 200: answer, ...refusals(400, 401, 404, 503) },
    },
  };
}
