// What is due in debt work.
import { getDebtWorkDue } from '@kvartplata/contracts/billing/debt-work.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { readDue } from './debt-work.service.ts';

export function debtWorkRoutes(app: HttpServer, { access, today }: Deps): void {
  route(app, getDebtWorkDue, async (request) =>
    readDue(await access.callerOf(request), request.query.organizationId, today()),
  );
}
