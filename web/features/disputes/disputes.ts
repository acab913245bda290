// What residents object to on their receipts, until somebody has answered.
import {
  listDisputes,
  settleDispute as settle,
  type Dispute,
  type DisputeStatus,
} from '@kvartplata/contracts/billing/disputes.ts';
import { call } from '../../lib/api.ts';
import { readPages } from '../../lib/reads.ts';

/** The oldest first. */
export function disputesOf(organizationId: number, status: DisputeStatus) {
  return readPages(listDisputes, { query: { organizationId, status } });
}

export async function settleDispute(disputeId: number, answer: string): Promise<Dispute> {
  return call(settle, { params: { disputeId }, body: { answer } });
}
