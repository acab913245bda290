// What each payee is owed, and the registry attached to a transfer.
import { getPayeeRegistry, getPayeesReport } from '@kvartplata/contracts/billing/payee-reports.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { ReportDeps } from '../report-files.ts';
import { writePayeeRegistry } from './payee-registry.service.ts';
import { writePayeesReport } from './payees-report.service.ts';

export function payeesReportRoutes(app: HttpServer, { access, files }: ReportDeps): void {
  route(app, getPayeesReport, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { format = 'json' } = request.query;
    return files.answer(reply, format, async (write) =>
      writePayeesReport(caller, request.query, write),
    );
  });

  route(app, getPayeeRegistry, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { format = 'json' } = request.query;
    return files.answer(reply, format, async (write) =>
      writePayeeRegistry(caller, request.query, write),
    );
  });
}
