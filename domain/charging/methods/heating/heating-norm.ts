// Heating by area and norm, in the season or over the whole year.
import { heatingVolume } from '../../../regulation/individual-charge/heating-volume.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import { normOn } from '../../prepared-service.ts';
import { UncomputableError } from '../../uncomputable.ts';
import { forDays, type Place, type VolumeSource } from '../../volume-source.ts';

/**
 * Undefined in a month in which nothing is paid. A house whose heat meter does not count pays in the season.
 * @throws UncomputableError heating-season-missing
 */
export function byHeatingNorm(house: PreparedHouse, place: Place): VolumeSource | undefined {
  const { heatingMonths } = house.facts;
  const { month, account, service } = place;
  requireSeason(house);
  const isWholeYear = service.facts.heatingMode === 'whole-year';
  if (!isWholeYear && !heatingMonths.includes(month.month.month)) return undefined;
  const area = { numerator: account.areaE10, denominator: 10_000_000_000n };
  return {
    rule: 'heating-by-norm',
    cuts: service.norm.cuts,
    on: ({ first, days }) => {
      const norm = normOn(service, month, first);
      const monthly = heatingVolume({
        area,
        normE6: norm.value,
        mode: isWholeYear ? 'whole-year' : 'season',
        heatingMonths,
        month: month.month.month,
      });
      return (
        monthly && {
          volume: forDays(monthly, days, month),
          inputs: { norm: norm.text, normBasis: norm.basis },
        }
      );
    },
    inputs: isWholeYear ? { ...account.area, heatingMonths: heatingMonths.length } : account.area,
  };
}

/** Without its months every month would be out of season, and heating cost nothing. */
export function requireSeason({ facts: { heatingMonths } }: PreparedHouse): void {
  if (heatingMonths.length === 0) throw new UncomputableError('heating-season-missing', {});
}
