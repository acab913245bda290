// Heating: each account by its area and the norm, or the volume of the house-wide meter shared out by area.
import { fraction, isNegative, sum } from '../../../money/fraction.ts';
import { shareHeating } from '../../../regulation/individual-charge/heating-by-house-meter.ts';
import { LINE, type ChargeLine } from '../../charge-line.ts';
import { formatShown } from '../../exact-text.ts';
import { meterInputs, normInPlaceOf, type MetersOfMonth } from '../../meters.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import type { PreparedService } from '../../prepared-service.ts';
import { oneLine, recalculationLines } from '../../service-lines.ts';
import {
  houseMeters,
  linesOf,
  placesOf,
  requireNorm,
  roomsArea,
  shareByArea,
  shareOf,
  type Accounts,
} from '../../shared-lines.ts';
import { sharedPlaceOf, volumeOf } from '../../volume-source.ts';
import type { Method } from '../method.ts';
import { byHeatingNorm, seasonOf } from './heating-norm.ts';
import { besideBoilers } from './heating-beside-boilers.ts';
import { evenHeat } from './heating-even.ts';
import { besideRoomMeters } from './heating-room-meters.ts';
import { HEATING_LAW, HEATING_RULES } from './heating-rules.ts';
import type { WholeHeat } from './whole-heat.ts';

const ZERO = fraction(0n);

export const HEATING: Method<keyof typeof HEATING_RULES> = {
  rules: HEATING_RULES,
  law: HEATING_LAW,
  meters: 'house',
  chargeAccount: (house, place) => {
    const source = byHeatingNorm(house, place);
    return source && oneLine(place, source);
  },
  isShared: ({ heatingMode }) => heatingMode === 'house-meter' || heatingMode === 'even-by-meter',
  shareOut: (house, service, accounts) => ({
    lines:
      service.facts.heatingMode === 'even-by-meter'
        ? evenLines(house, service, accounts)
        : heatingLines(house, service, accounts),
  }),
  // A month known to have no day of the season costs nothing.
  isOutOfSeason: ({ season }) => season === 0,
  owesNothing: ({ service, days }, { season }) =>
    service.facts.heatingMode !== 'whole-year' && season !== undefined && (days & season) === 0,
};

/** By the house-wide meter; if none counts, by norm in the season. */
function heatingLines(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
): readonly ChargeLine[] {
  const meters = houseMeters(house, service);
  if (meters === undefined || meters.norm !== undefined) {
    if (seasonOf(house) === 0) return [];
    requireNorm(service, meters);
    return heatingByNormLines(house, service, accounts, meters);
  }
  const takenBack = isNegative(meters.recalculated)
    ? takenBackLines(house, service, accounts, meters)
    : [];
  // In summer a meter shows no consumption, and nobody reads it.
  const isRead = meters.unread.length === 0 && meters.own.numerator > 0n;
  if (!isRead && seasonOf(house) === 0) return takenBack;
  const byRoomMeters = besideRoomMeters(house, service, accounts, meters);
  if (byRoomMeters !== undefined) return byRoomMeters;
  const rule = 'heating-house-meter';
  const charged = byArea(house, service, accounts, { volume: meters.own, meters, rule, linesOf });
  return [...charged, ...takenBack];
}

/** What a late reading of the house-wide meter takes back from averages, shared out like the month's heat. */
function takenBackLines(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
  meters: MetersOfMonth,
): readonly ChargeLine[] {
  return byArea(house, service, accounts, {
    volume: meters.recalculated,
    meters,
    rule: 'heating-late-reading',
    linesOf: (place, source) =>
      recalculationLines(place, source, LINE.lateReading, LINE.lateReadingHeat, ZERO).lines,
  });
}

/** A twelfth of last year's volume each month, including summer. */
function evenLines(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
): readonly ChargeLine[] {
  const { meters, yearBefore } = evenHeat(house, service, accounts);
  const rule = 'heating-even';
  return byArea(house, service, accounts, {
    volume: meters.own,
    meters,
    rule,
    yearBefore,
    linesOf,
  });
}

/** Among all rooms, some of which may heat themselves. */
function byArea(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
  heat: WholeHeat,
): readonly ChargeLine[] {
  if (accounts.all.some((account) => sharedPlaceOf(house.month, account, service)?.ownHeat))
    return besideBoilers(house, service, accounts, heat);
  const { volume, meters, rule, yearBefore } = heat;
  const { precision } = service.facts;
  const shares = shareByArea(house, service, accounts, (weights, whole) =>
    shareHeating(volume, precision, weights, whole),
  );
  const inputs = {
    ...meterInputs(meters),
    house: {
      ...(yearBefore === undefined ? { volume: formatShown(volume) } : { yearBefore }),
      shared: formatShown(volume),
      roomsArea: roomsArea(house),
    },
  };
  return shares.flatMap((share) =>
    heat.linesOf(share.place, shareOf(share, service, rule, inputs)),
  );
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
  const unread = normInPlaceOf(meters.unread, whole, meters.counted);
  return charged.flatMap(({ place, source }) =>
    linesOf(place, { ...source, inputs: { ...source.inputs, unread } }),
  );
}
