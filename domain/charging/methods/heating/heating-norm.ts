// Heating by area and norm, on the days of the season or over the whole year.
import { fraction, multiply } from '../../../money/fraction.ts';
import { formatScaled } from '../../../money/scaled.ts';
import { heatingVolume } from '../../../regulation/individual-charge/heating-volume.ts';
import { daysBetween, edgesOf, hasDay, type DaySet } from '../../month-days.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import { normOn, type PreparedService } from '../../prepared-service.ts';
import { UncomputableError } from '../../uncomputable.ts';
import { forDays, type Place, type VolumeSource } from '../../volume-source.ts';

/**
 * Undefined in a month in which nothing is paid. A house whose heat meter does not count pays on the days of the season.
 * A room that heats itself pays only for its part of the common rooms.
 * @throws UncomputableError heating-season-missing, common-area-missing
 */
export function byHeatingNorm(house: PreparedHouse, place: Place): VolumeSource | undefined {
  const { month, account, service } = place;
  const heated = heatedOn(house, service);
  if ((place.days & heated.days) === 0) return undefined;
  const area = { numerator: account.areaE10, denominator: 10_000_000_000n };
  const common = place.ownHeat === 0 ? undefined : commonRooms(house, place);
  return {
    rule: common === undefined ? 'heating-by-norm' : 'heating-own-boiler-norm',
    cuts: service.norm.cuts | edgesOf(month, place.ownHeat) | edgesOf(month, heated.days),
    on: ({ first, days }) => {
      if (!hasDay(heated.days, first)) return undefined;
      const norm = normOn(service, month, first);
      const isOwn = common !== undefined && hasDay(place.ownHeat, first);
      const monthly = heatingVolume({
        area: isOwn ? multiply(area, common.part) : area,
        normE6: norm.value,
        ...heated.over,
      });
      return {
        volume: forDays(monthly, days, month),
        inputs: { norm: norm.text, normBasis: norm.basis, ...(isOwn && { ownHeat: true }) },
      };
    },
    inputs: {
      ...account.area,
      ...(heated.over && { heatingMonths: heated.over.monthsOfYear }),
      ...(common && { common: common.shown }),
    },
  };
}

/**
 * The days that are paid. Over the whole year, the legal heating months count, not the actual days of the season.
 * @throws UncomputableError heating-season-missing
 */
function heatedOn(
  house: PreparedHouse,
  { facts }: PreparedService,
): { readonly days: DaySet; readonly over?: { readonly monthsOfYear: number } } {
  if (facts.heatingMode !== 'whole-year') return { days: seasonOf(house) };
  const monthsOfYear = house.facts.heatingMonths.length;
  if (monthsOfYear === 0) throw new UncomputableError('heating-season-missing', {});
  return { days: daysBetween(1, house.month.length), over: { monthsOfYear } };
}

/**
 * An unknown season must not pass for an empty one, or heating would cost nothing.
 * @throws UncomputableError heating-season-missing
 */
export function seasonOf({ season }: PreparedHouse): DaySet {
  if (season === undefined) throw new UncomputableError('heating-season-missing', {});
  return season;
}

/**
 * The part of the common rooms for one square metre of a room.
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
