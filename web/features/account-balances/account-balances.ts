// What accounts owe.
import type { AccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

const PATH = '/api/billing/account-balances';

export function balanceOf(accountId: number) {
  return queryOptions({
    queryKey: [PATH, accountId],
    queryFn: async ({ signal }) =>
      ask<AccountBalance>('billing', `${PATH}/${accountId}`, { signal }),
  });
}
