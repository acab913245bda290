// Residents' objections to their receipts, until somebody has answered.
import {
  listDisputes,
  settleDispute as settle,
  type Dispute,
  type DisputeStatus,
} from '@kvartplata/contracts/billing/disputes.ts';
import { call } from '../../lib/api.ts';
import { readPages } from '../../lib/reads.ts';

/** Oldest first. */
export function disputesOf(of: {
  readonly organizationId: number;
  readonly status: DisputeStatus;
  readonly houseId?: number;
  readonly search?: string;
}) {
  return readPages(listDisputes, { query: of });
}

export async function settleDispute(disputeId: number, answer: string): Promise<Dispute> {
  return call(settle, { params: { disputeId }, body: { answer } });
}
