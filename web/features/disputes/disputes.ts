// What residents object to on their receipts, until somebody has answered.
import type { Dispute, DisputeStatus } from '@kvartplata/contracts/billing/disputes.ts';
import { ask } from '../../lib/api.ts';
import { pagesOf } from '../../lib/paged.ts';

const PATH = '/api/billing/disputes';

/** The oldest first. */
export function disputesOf(organizationId: number, status: DisputeStatus) {
  return pagesOf<Dispute>('billing', PATH, { organizationId, status });
}

export async function settleDispute(id: number, answer: string): Promise<Dispute> {
  return ask('billing', `${PATH}/${id}/settle`, { method: 'POST', body: { answer } });
}
