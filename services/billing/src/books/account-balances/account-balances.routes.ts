// What accounts owe: a list of them, and a single one.
import * as api from '@kvartplata/contracts/billing/account-balances.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { getBalance, listAccountBalances } from './account-balances.service.ts';

export function accountBalancesRoutes(app: HttpServer, { access }: Deps): void {
  route(app, api.listAccountBalances, async (request) =>
    listAccountBalances(await access.callerOf(request), request.query),
  );

  route(app, api.getAccountBalance, async (request) => {
    const { personalAccountId } = request.params;
    return getBalance(await access.callerOf(request), personalAccountId, request.query.asOf);
  });
}
