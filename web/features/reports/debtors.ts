// Who owes, how much, and for how long.
import type { DebtorsReport } from '@kvartplata/contracts/billing/debtors.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export const DEBTORS = '/api/billing/reports/debtors';

/** From what is not due yet to what is overdue for over a year. */
export const AGES = [
  'notDue',
  'days0to30',
  'days31to90',
  'days91to180',
  'days181to365',
  'over365',
] as const;

export type DebtorsOf = {
  readonly organizationId: number;
  readonly houseId?: number;
  readonly minMonths?: number;
};

export function debtorsOf(of: DebtorsOf) {
  return queryOptions({
    queryKey: [DEBTORS, of],
    queryFn: async ({ signal }) => ask<DebtorsReport>('billing', DEBTORS, { query: of, signal }),
  });
}
