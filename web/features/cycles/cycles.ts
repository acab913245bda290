// The months of an organization.
import { applyCycle as apply, type AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle as close, reopenCycle as reopen } from '@kvartplata/contracts/billing/close.ts';
import { listCycles, type BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { read } from '../../lib/reads.ts';

const SHOWN = 24;

/** The newest first. */
export function cyclesOf(organizationId: number) {
  return queryOptions({
    ...read(listCycles, { query: { organizationId, limit: SHOWN } }),
    select: ({ items }) => items,
  });
}

/** The month of a cycle: `2026-11`. */
export function periodOf({ year, month }: BillingCycle): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** Books the month's charges. */
export async function applyCycle(cycleId: number, idempotencyKey: string): Promise<AppliedCycle> {
  return call(apply, { params: { cycleId }, body: null, idempotencyKey });
}

/** After it neither the month nor one before it takes an entry. */
export async function closeCycle(cycleId: number): Promise<void> {
  await call(close, { params: { cycleId } });
}

/** Takes the closing back. */
export async function reopenCycle(cycleId: number, reason: string): Promise<void> {
  await call(reopen, { params: { cycleId }, body: { reason } });
}
