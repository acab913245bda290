// The routes of the books: months, the ledger, what each account owes, and what core asks of them.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../access/deps.ts';
import { accountBalancesRoutes } from './account-balances/account-balances.routes.ts';
import { appliedMonthsRoutes } from './applied-months/applied-months.routes.ts';
import { cyclesRoutes } from './cycles/cycles.routes.ts';
import { ledgerRoutes } from './ledger-entries/ledger-entries.routes.ts';

export function booksWing(app: HttpServer, deps: Deps): void {
  cyclesRoutes(app, deps);
  accountBalancesRoutes(app, deps);
  ledgerRoutes(app, deps);
  appliedMonthsRoutes(app, deps);
}
