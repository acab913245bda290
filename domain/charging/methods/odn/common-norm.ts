// The volume by the norm of common-house needs for a whole house and month.
import { fraction } from '../../../money/fraction.ts';
import { formatScaled } from '../../../money/scaled.ts';
import { commonHouseNorm } from '../../../regulation/common-house-charge/common-house-norm.ts';
import type { HouseBasis } from '../../charge-line.ts';
import { formatShown } from '../../exact-text.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import { normOn, type PreparedService } from '../../prepared-service.ts';
import { UncomputableError } from '../../uncomputable.ts';

/**
 * A norm that changes in the month counts by its days. The volume is in units of the service's precision.
 * @throws UncomputableError common-area-missing, norm-missing
 */
export function commonNorm(
  { facts, month }: PreparedHouse,
  service: PreparedService,
): { readonly volume: bigint; readonly basis: Partial<HouseBasis> } {
  const { precision } = service.facts;
  if (facts.commonAreaE2 === null) {
    throw new UncomputableError('common-area-missing', { services: [service.facts.name] });
  }
  const { first, last } = service;
  let normsE6 = 0n;
  for (let day = first; day <= last; day++) normsE6 += normOn(service, month, day).value;
  const norm = fraction(normsE6, 1_000_000n * BigInt(last - first + 1));
  const volume = commonHouseNorm(norm, facts.commonAreaE2, precision);
  return {
    volume,
    basis: {
      norm: formatShown(norm),
      normBasis: normOn(service, month, last).basis,
      commonArea: formatScaled(facts.commonAreaE2, 2),
    },
  };
}
