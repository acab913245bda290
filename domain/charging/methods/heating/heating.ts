// Heating: each account by its area and the norm, or all that the house-wide meter has counted shared out by area.
import { sum } from '../../../money/fraction.ts';
import { shareHeating } from '../../../regulation/individual-charge/heating-by-house-meter.ts';
import type { ChargeLine } from '../../charge-line.ts';
import { formatShown } from '../../exact-text.ts';
import { meterInputs, normInPlaceOf, type MetersOfMonth } from '../../meters.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import type { PreparedService } from '../../prepared-service.ts';
import { oneLine } from '../../service-lines.ts';
import {
  houseMeters,
  linesOf,
  placesOf,
  requireNorm,
  roomsArea,
  shareByArea,
  shareLines,
  type Accounts,
} from '../../shared-lines.ts';
import { sharedPlaceOf, volumeOf } from '../../volume-source.ts';
import type { Method } from '../method.ts';
import { byHeatingNorm, requireSeason } from './heating-norm.ts';
import { besideBoilers } from './heating-beside-boilers.ts';
import { HEATING_RULES } from './heating-rules.ts';

export const HEATING: Method<keyof typeof HEATING_RULES> = {
  rules: HEATING_RULES,
  meters: 'house',
  chargeAccount: (house, place) => {
    const source = byHeatingNorm(house, place);
    return source && oneLine(place, source);
  },
  isShared: ({ heatingMode }) => heatingMode === 'house-meter',
  shareOut: heatingLines,
  isOutOfSeason,
};

/** It costs nothing in a month that is known to be none of the season. */
function isOutOfSeason({ facts: { heatingMonths, month } }: PreparedHouse): boolean {
  return heatingMonths.length > 0 && !heatingMonths.includes(month.month);
}

/** By the house-wide meter; where none counts, by norm in the season. */
function heatingLines(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
): readonly ChargeLine[] {
  const meters = houseMeters(house, service);
  const isSeason = house.facts.heatingMonths.includes(house.month.month.month);
  if (meters === undefined || meters.norm !== undefined) {
    requireSeason(house);
    if (!isSeason) return [];
    requireNorm(service, meters);
    return heatingByNormLines(house, service, accounts, meters);
  }
  // In summer nobody reads a meter that stands still.
  const isRead = meters.unread.length === 0 && meters.own.numerator > 0n;
  if (!isRead) requireSeason(house);
  if (!isSeason && !isRead) return [];
  if (accounts.all.some((account) => sharedPlaceOf(house.month, account, service)?.ownHeat))
    return besideBoilers(house, service, accounts, meters);
  const { precision } = service.facts;
  const shares = shareByArea(house, service, accounts, (weights, whole) =>
    shareHeating(meters.own, precision, weights, whole),
  );
  const inputs = {
    ...meterInputs(meters),
    house: {
      volume: formatShown(meters.own),
      shared: formatShown(meters.own),
      roomsArea: roomsArea(house),
    },
  };
  return shares.flatMap((share) => shareLines(share, service, 'heating-house-meter', inputs));
}

function heatingByNormLines(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
  meters: MetersOfMonth | undefined,
): readonly ChargeLine[] {
  const charged = placesOf(house, service, accounts).flatMap((place) => {
    const source = byHeatingNorm(house, place);
    return source === undefined ? [] : [{ place, source }];
  });
  if (meters === undefined) return charged.flatMap(({ place, source }) => linesOf(place, source));
  const whole = sum(charged.map(({ place, source }) => volumeOf(place, source)));
  const unread = normInPlaceOf(meters.unread, whole);
  return charged.flatMap(({ place, source }) =>
    linesOf(place, { ...source, inputs: { ...source.inputs, unread } }),
  );
}
