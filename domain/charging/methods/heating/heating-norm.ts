// Heating by area and norm, in the season or over the whole year.
import { fraction, multiply } from '../../../money/fraction.ts';
import { formatScaled } from '../../../money/scaled.ts';
import { heatingVolume } from '../../../regulation/individual-charge/heating-volume.ts';
import { edgesOf, hasDay } from '../../month-days.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import { normOn } from '../../prepared-service.ts';
import { UncomputableError } from '../../uncomputable.ts';
import { forDays, type Place, type VolumeSource } from '../../volume-source.ts';

/**
 * Undefined in a month in which nothing is paid. A house whose heat meter does not count pays in the season.
 * A room that heats itself pays for its part of the common rooms alone.
 * @throws UncomputableError heating-season-missing, common-area-missing
 */
export function byHeatingNorm(house: PreparedHouse, place: Place): VolumeSource | undefined {
  const { heatingMonths } = house.facts;
  const { month, account, service } = place;
  requireSeason(house);
  const isWholeYear = service.facts.heatingMode === 'whole-year';
  if (!isWholeYear && !heatingMonths.includes(month.month.month)) return undefined;
  const area = { numerator: account.areaE10, denominator: 10_000_000_000n };
  const common = place.ownHeat === 0 ? undefined : commonRooms(house, place);
  return {
    rule: common === undefined ? 'heating-by-norm' : 'heating-own-boiler-norm',
    cuts: service.norm.cuts | edgesOf(month, place.ownHeat),
    on: ({ first, days }) => {
      const norm = normOn(service, month, first);
      const isOwn = common !== undefined && hasDay(place.ownHeat, first);
      const monthly = heatingVolume({
        area: isOwn ? multiply(area, common.part) : area,
        normE6: norm.value,
        mode: isWholeYear ? 'whole-year' : 'season',
        heatingMonths,
        month: month.month.month,
      });
      return (
        monthly && {
          volume: forDays(monthly, days, month),
          inputs: {
            norm: norm.text,
            normBasis: norm.basis,
            ...(isOwn && { ownHeat: true }),
          },
        }
      );
    },
    inputs: {
      ...account.area,
      ...(isWholeYear && { heatingMonths: heatingMonths.length }),
      ...(common && { common: common.shown }),
    },
  };
}

/** Without its months every month would be out of season, and heating cost nothing. */
export function requireSeason({ facts: { heatingMonths } }: PreparedHouse): void {
  if (heatingMonths.length === 0) throw new UncomputableError('heating-season-missing', {});
}

/**
 * How much of the common rooms falls on a square metre of a room.
 * @throws UncomputableError common-area-missing
 */
function commonRooms({ facts }: PreparedHouse, { service }: Place) {
  const { commonAreaE2, roomsAreaE2 } = facts;
  if (commonAreaE2 === null || roomsAreaE2 === 0n)
    throw new UncomputableError('common-area-missing', { services: [service.facts.name] });
  return {
    part: fraction(commonAreaE2, roomsAreaE2),
    shown: { area: formatScaled(commonAreaE2, 2), roomsArea: formatScaled(roomsAreaE2, 2) },
  };
}
