// What of its charges each house has collected, month by month.
import type { CollectionReport } from '@kvartplata/contracts/billing/collection.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';
import type { HousesAndMonths } from './month-summary.ts';

export const COLLECTION = '/api/billing/reports/collection';

export function collectionOf(of: HousesAndMonths) {
  return queryOptions({
    queryKey: [COLLECTION, of],
    queryFn: async ({ signal }) =>
      ask<CollectionReport>('billing', COLLECTION, { query: of, signal }),
  });
}
