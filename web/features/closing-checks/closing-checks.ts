// What is remarkable about a month before it is closed.
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export function checksOf(cycleId: number) {
  const path = `/api/billing/cycles/${cycleId}/checks`;
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) =>
      (await ask<PageOf<ClosingCheck>>('billing', path, { signal })).items,
  });
}
