// What is remarkable about a month before it is closed, and what of it is accepted as it is.
import type { CheckRow, ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';
import { pagesOf } from '../../lib/paged.ts';

export function checksOf(cycleId: number) {
  const path = pathOf(cycleId);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) =>
      (await ask<PageOf<ClosingCheck>>('billing', path, { signal })).items,
  });
}

/** All that a check remarks. */
export function checkRowsOf(cycleId: number, { code }: ClosingCheck) {
  return pagesOf<CheckRow>('billing', `${pathOf(cycleId)}/${code}/rows`);
}

export async function acceptCheck(
  cycleId: number,
  { code }: ClosingCheck,
  note: string,
  idempotencyKey: string,
): Promise<ClosingCheck> {
  const path = `${pathOf(cycleId)}/${code}/accept`;
  return ask('billing', path, { method: 'POST', body: { note }, idempotencyKey });
}

function pathOf(cycleId: number): string {
  return `/api/billing/cycles/${cycleId}/checks`;
}
