// The months of an organization.
import type { AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

const PATH = '/api/billing/cycles';
const SHOWN = 24;

/** The newest first. */
export function cyclesOf(organizationId: number) {
  return queryOptions({
    queryKey: [PATH, organizationId],
    queryFn: async ({ signal }) => {
      const query = { organizationId, limit: SHOWN };
      return (await ask<PageOf<BillingCycle>>('billing', PATH, { query, signal })).items;
    },
  });
}

/** The month of a cycle: `2026-11`. */
export function periodOf({ year, month }: BillingCycle): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** Books the month's charges. */
export async function applyCycle(id: number, idempotencyKey: string): Promise<AppliedCycle> {
  return ask<AppliedCycle>('billing', `${PATH}/${id}/apply`, { method: 'POST', idempotencyKey });
}

/** After it neither the month nor one before it takes an entry. */
export async function closeCycle(id: number): Promise<unknown> {
  return ask('billing', `${PATH}/${id}/close`, { method: 'POST' });
}

/** Takes the closing back. */
export async function reopenCycle(id: number, reason: string): Promise<unknown> {
  return ask('billing', `${PATH}/${id}/reopen`, { method: 'POST', body: { reason } });
}
