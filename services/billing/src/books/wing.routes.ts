// The routes of the books: months, the ledger, balances, seals and proofs, payees, and core's requests.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { accountBalancesRoutes } from './account-balances/account-balances.routes.ts';
import { appliedMonthsRoutes } from './applied-months/applied-months.routes.ts';
import { cyclesRoutes } from './cycles/cycles.routes.ts';
import { ledgerRoutes } from './ledger-entries/ledger-entries.routes.ts';
import { payeesRoutes } from './payees/payees.routes.ts';
import { sealsRoutes, type SealsDeps } from './seals/seals.routes.ts';

export function booksWing(app: HttpServer, deps: SealsDeps): void {
  cyclesRoutes(app, deps);
  accountBalancesRoutes(app, deps);
  ledgerRoutes(app, deps);
  appliedMonthsRoutes(app, deps);
  payeesRoutes(app, deps);
  sealsRoutes(app, deps);
}
