// GET /api/billing/reports/turnover-balance
import { TurnoverQuery, TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { ReportDeps } from '../report-files.ts';
import { writeTurnover } from './turnover.service.ts';

export function turnoverRoutes(app: HttpServer, { access, files }: ReportDeps): void {
  app.get(
    '/api/billing/reports/turnover-balance',
    {
      config: { access: 'viewer' },
      schema: {
        tags: ['reports'],
        summary:
          'What each account of a house owed before some months, what moved in them, what it owed after',
        querystring: TurnoverQuery,
        response: { 200: TurnoverReport, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const { format = 'json' } = request.query;
      return files.answer(reply, format, async (write) =>
        writeTurnover(caller, request.query, write),
      );
    },
  );
}
