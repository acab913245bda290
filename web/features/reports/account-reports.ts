// Reports of one account: its entries, its months for both sides to sign, its penalties line by line.
import type {
  AccountStatement,
  CourtCalculation,
  Reconciliation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export const STATEMENT = '/api/billing/reports/account-statement';
export const RECONCILIATION = '/api/billing/reports/reconciliation';
export const COURT = '/api/billing/reports/court';

/** Without months all of them. */
export type AccountAndMonths = {
  readonly personalAccountId: number;
  readonly periodFrom?: string;
  readonly periodTo?: string;
};

export function statementOf(of: AccountAndMonths) {
  return queryOptions({
    queryKey: [STATEMENT, of],
    queryFn: async ({ signal }) =>
      ask<AccountStatement>('billing', STATEMENT, { query: of, signal }),
  });
}

export function reconciliationOf(of: AccountAndMonths) {
  return queryOptions({
    queryKey: [RECONCILIATION, of],
    queryFn: async ({ signal }) =>
      ask<Reconciliation>('billing', RECONCILIATION, { query: of, signal }),
  });
}

export function courtOf(personalAccountId: number) {
  const query = { personalAccountId };
  return queryOptions({
    queryKey: [COURT, query],
    queryFn: async ({ signal }) => ask<CourtCalculation>('billing', COURT, { query, signal }),
  });
}
