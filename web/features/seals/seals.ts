// The seal of a closed month.
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export function sealOf(cycleId: number) {
  const path = `/api/billing/cycles/${cycleId}/seal`;
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => ask<MonthSeal>('billing', path, { signal }),
  });
}
