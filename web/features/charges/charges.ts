// The charges of an account, and how each came about.
import type { Charge, ExplainedCharge } from '@kvartplata/contracts/billing/charges.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';
import { askAll } from '../../lib/paged.ts';

const PATH = '/api/billing/charges';

/** @param period `2026-11` */
export function chargesOf(personalAccountId: number, period: string) {
  return queryOptions({
    queryKey: [PATH, { personalAccountId, period }],
    queryFn: async ({ signal }) =>
      askAll<Charge>('billing', PATH, { query: { personalAccountId, period }, signal }),
  });
}

export function explainedCharge(id: number) {
  return queryOptions({
    queryKey: [PATH, id, 'explain'],
    queryFn: async ({ signal }) =>
      ask<ExplainedCharge>('billing', `${PATH}/${id}/explain`, { signal }),
  });
}
