// What a house was charged and paid in a month, and what it owes.
import type { TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

const PATH = '/api/billing/reports/turnover-balance';

/** The totals of one house and month. */
export function houseTurnover(houseId: number, period: string) {
  const query = { houseId, periodFrom: period, periodTo: period };
  return queryOptions({
    queryKey: [PATH, query],
    queryFn: async ({ signal }) =>
      (await ask<TurnoverReport>('billing', PATH, { query, signal })).totals,
  });
}
