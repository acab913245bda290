// The charges of an account, and how each was computed.
import { explainCharge, listCharges } from '@kvartplata/contracts/billing/charges.ts';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { reverseCharge as reverse } from '@kvartplata/contracts/billing/stornos.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { callAll, groupOf, read } from '../../lib/reads.ts';

/** @param period `2026-11` */
export function chargesOf(personalAccountId: number, period: string) {
  const query = { personalAccountId, period };
  return queryOptions({
    queryKey: [...groupOf(listCharges), listCharges.id, 'all', query],
    queryFn: async ({ signal }) => callAll(listCharges, { query }, signal),
  });
}

export function explainedCharge(chargeId: number) {
  return read(explainCharge, { params: { chargeId } });
}

export async function reverseCharge(
  chargeId: number,
  reason: string,
  idempotencyKey: string,
): Promise<LedgerEntry> {
  return call(reverse, { params: { chargeId }, body: { reason }, idempotencyKey });
}
