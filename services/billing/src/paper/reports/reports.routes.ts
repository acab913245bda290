// Reports on houses and accounts except the turnover balance, most of them as JSON or a workbook.
import { getAccountList } from '@kvartplata/contracts/billing/account-list.ts';
import {
  getAccountStatement,
  getCourtCalculation,
  getReconciliation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import {
  getCollectedMonths,
  getMonthSummary,
} from '@kvartplata/contracts/billing/month-summary.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { ReportDeps } from '../report-files.ts';
import { writeAccountList } from './account-list.service.ts';
import { writeCourt, writeReconciliation, writeStatement } from './account-reports.service.ts';
import { createDebtTotals } from './debt-sums.service.ts';
import { writeDebtors } from './debtors.service.ts';
import { writeCollection } from './collection.service.ts';
import { collectedMonths, summarizeMonth } from './month-summary.service.ts';

export function reportsRoutes(app: HttpServer, { access, files, today }: ReportDeps): void {
  const totals = createDebtTotals();

  route(app, getMonthSummary, async (request) =>
    summarizeMonth(await access.callerOf(request), request.query),
  );

  route(app, getCollectedMonths, async (request) =>
    collectedMonths(await access.callerOf(request), request.query),
  );

  route(app, getDebtors, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { format = 'json' } = request.query;
    return files.answer(reply, format, async (write) =>
      writeDebtors(caller, request.query, { asOf: today(), totals }, write),
    );
  });

  route(app, getAccountList, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { format = 'json' } = request.query;
    return files.answer(reply, format, async (write) =>
      writeAccountList(caller, request.query, today(), write),
    );
  });

  route(app, getCollection, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { format = 'json' } = request.query;
    return files.answer(reply, format, async (write) =>
      writeCollection(caller, request.query, write),
    );
  });

  route(app, getAccountStatement, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { format = 'json' } = request.query;
    return files.answer(reply, format, async (write) =>
      writeStatement(caller, request.query, write),
    );
  });

  route(app, getReconciliation, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { format = 'json' } = request.query;
    return files.answer(reply, format, async (write) =>
      writeReconciliation(caller, request.query, write),
    );
  });

  route(app, getCourtCalculation, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { format = 'json' } = request.query;
    return files.answer(reply, format, async (write) => writeCourt(caller, request.query, write));
  });
}
