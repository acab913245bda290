// The entries of the ledger.
import * as api from '@kvartplata/contracts/billing/ledger-entries.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { listLedgerEntries } from './ledger-entries.service.ts';

export function ledgerRoutes(app: HttpServer, { access }: Deps): void {
  route(app, api.listLedgerEntries, async (request) =>
    listLedgerEntries(await access.callerOf(request), request.query),
  );
}
