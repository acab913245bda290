// The turnover balance of a house.
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { ReportDeps } from '../report-files.ts';
import { writeTurnover } from './turnover.service.ts';

export function turnoverRoutes(app: HttpServer, { access, files }: ReportDeps): void {
  route(app, getTurnoverBalance, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { format = 'json' } = request.query;
    return files.answer(reply, format, async (write) =>
      writeTurnover(caller, request.query, write),
    );
  });
}
