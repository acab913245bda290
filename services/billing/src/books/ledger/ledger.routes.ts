// GET /api/billing/ledger-entries.
import {
  LedgerEntry,
  ListLedgerEntriesQuery,
} from '@kvartplata/contracts/billing/ledger-entries.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { listLedgerEntries } from './ledger.service.ts';

export function ledgerRoutes(app: HttpServer, { access }: Deps): void {
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
}
