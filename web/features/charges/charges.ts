// The charges of an account, and how each came about.
import { explainCharge, listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { queryOptions } from '@tanstack/react-query';
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
