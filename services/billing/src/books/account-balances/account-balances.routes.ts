// GET /api/billing/account-balances, all and one.
import {
  AccountBalance,
  AccountBalanceQuery,
  AccountParams,
  ListAccountBalancesQuery,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { getBalance, listAccountBalances } from './account-balances.service.ts';

export function accountBalancesRoutes(app: HttpServer, { access }: Deps): void {
  const config = { access: 'viewer' } as const;
  const tags = ['account balances'];

  app.get(
    '/api/billing/account-balances',
    {
      config,
      schema: {
        tags,
        summary: 'List balances',
        querystring: ListAccountBalancesQuery,
        response: { 200: Page(AccountBalance), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => listAccountBalances(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/account-balances/:personalAccountId',
    {
      config,
      schema: {
        tags,
        summary: 'What one account owes, now or by the end of a day',
        params: AccountParams,
        querystring: AccountBalanceQuery,
        response: { 200: AccountBalance, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) =>
      getBalance(
        await access.callerOf(request),
        request.params.personalAccountId,
        request.query.asOf,
      ),
  );
}
