// What each account of a house owed before some months, what moved in them, and what it owed after.
import type { TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export const TURNOVER = '/api/billing/reports/turnover-balance';

export type TurnoverOf = {
  readonly houseId: number;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly splitByService: boolean;
};

export function turnoverOf(of: TurnoverOf) {
  return queryOptions({
    queryKey: [TURNOVER, of],
    queryFn: async ({ signal }) => ask<TurnoverReport>('billing', TURNOVER, { query: of, signal }),
  });
}
