// The seal of a closed month.
import { getMonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { read } from '../../lib/reads.ts';

export function sealOf(cycleId: number) {
  return read(getMonthSeal, { params: { cycleId } });
}
