// What a house shares out among its accounts by area: common-house needs, and heating by the house-wide meter.
import { add, fraction, fromScaled, sum, type Fraction } from '../money/fraction.ts';
import { formatScaled } from '../money/scaled.ts';
import {
  commonHouseNorm,
  limitCommonHouseVolume,
} from '../regulation/common-house-charge/common-house-norm.ts';
import {
  commonHouseVolume,
  shareCommonHouseVolume,
} from '../regulation/common-house-charge/common-house-volume.ts';
import { shareHeating } from '../regulation/individual-charge/heating-by-house-meter.ts';
import type { AccountCalculation } from './account-lines.ts';
import type { PreparedAccount } from './prepared-account.ts';
import {
  LINE,
  type BasisInputs,
  type ChargeLine,
  type ChargeRule,
  type HouseBasis,
} from './charge-line.ts';
import { formatShown } from './exact-text.ts';
import { byHeatingNorm, requireSeason } from './heating-norm.ts';
import type { PreparedHouse } from './prepared-house.ts';
import { metersOfMonth, normInPlaceOf, type MetersOfMonth } from './meters.ts';
import { checkHouseVolume } from './plausible.ts';
import { priceHeatLine, priceLine } from './price.ts';
import { hasNorm, normOn, type PreparedService } from './prepared-service.ts';
import { UncomputableError } from './uncomputable.ts';
import { placeOf, spread, volumeOf, type Place, type VolumeSource } from './volume-source.ts';

const WHOLE_SHARE_E8 = 100_000_000n;

/** All accounts of the house that were open in the month, and what has been found for those that could be computed. */
export type Accounts = {
  readonly all: readonly PreparedAccount[];
  readonly computed: readonly AccountCalculation[];
};

/** @throws UncomputableError when the service cannot be shared out; then no account is charged for it */
export function sharedLines(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
): readonly ChargeLine[] {
  return service.facts.method === 'heating'
    ? heatingLines(house, service, accounts)
    : commonHouseLines(house, service, accounts);
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

/** By the house-wide meter, at most the norm where the house has it so; where no meter counts, by norm. */
function commonHouseLines(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
): readonly ChargeLine[] {
  const meters = houseMeters(house, service);
  const common =
    meters === undefined || meters.norm !== undefined
      ? commonByNorm(house, service, accounts, meters)
      : commonByMeter(house, service, accounts, meters);
  const shares = shareByArea(house, service, accounts, (weights, whole) =>
    shareCommonHouseVolume(common.volume, weights, whole),
  );
  const shared = formatShown(fromScaled(common.volume, service.facts.precision));
  const inputs = {
    ...common.inputs,
    house: { ...common.house, shared, roomsArea: roomsArea(house) },
  };
  return shares.flatMap((share) => shareLines(share, service, common.rule, inputs));
}

type CommonVolume = {
  readonly rule: ChargeRule;
  /** Units of the service's precision. */
  readonly volume: bigint;
  readonly house: Omit<HouseBasis, 'shared' | 'roomsArea'>;
  readonly inputs: BasisInputs;
};

function commonByNorm(
  house: PreparedHouse,
  service: PreparedService,
  { computed }: Accounts,
  meters: MetersOfMonth | undefined,
): CommonVolume {
  requireNorm(service, meters);
  const { volume, basis } = commonNorm(house, service);
  const common = { rule: 'odn-norm', volume, house: basis } as const;
  if (meters === undefined) return { ...common, inputs: {} };
  // A house-wide meter counts what the rooms draw as well.
  const inItsPlace = add(
    drawnTogether(computed, service.facts.commonNeedsOf),
    fromScaled(volume, service.facts.precision),
  );
  return { ...common, inputs: { unread: normInPlaceOf(meters.unread, inItsPlace) } };
}

function commonByMeter(
  house: PreparedHouse,
  service: PreparedService,
  { all, computed }: Accounts,
  meters: MetersOfMonth,
): CommonVolume {
  const { code, precision, commonNeedsOf } = service.facts;
  requireIndividual(house, service);
  if (
    computed.length < all.length ||
    !computed.every((one) => isDrawnKnown(one, commonNeedsOf, computed))
  ) {
    throw new UncomputableError(
      'common-house-incomplete',
      `${code} needs the volumes of every account of the house`,
    );
  }
  const individualVolumes = drawnTogether(computed, commonNeedsOf);
  const volume = commonHouseVolume({ houseVolume: meters.own, individualVolumes, precision });
  const basis = {
    volume: formatShown(meters.own),
    individualVolumes: formatShown(individualVolumes),
  };
  const rule = meters.unread.length === 0 ? 'odn-house-meter' : 'odn-house-average';
  const inputs = meterInputs(meters);
  if (!isCapped(house, service)) return { rule, volume, house: basis, inputs };
  const limit = commonNorm(house, service);
  const limited = limitCommonHouseVolume(volume, limit.volume);
  return {
    rule: limited < volume ? 'odn-capped' : rule,
    volume: limited,
    house: { ...basis, ...limit.basis, limit: formatShown(fromScaled(limit.volume, precision)) },
    inputs,
  };
}

/** What the norm gives for the whole house and month; a norm that changes counts by its days. */
function commonNorm(
  { facts, month }: PreparedHouse,
  service: PreparedService,
): Pick<CommonVolume, 'volume'> & { readonly basis: Partial<HouseBasis> } {
  const { code, precision } = service.facts;
  if (facts.commonAreaE2 === null) {
    throw new UncomputableError(
      'common-area-missing',
      `${code} is charged by norm, and the area of the common property is not known`,
    );
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

/** Undefined when the service has no house-wide meter. */
function houseMeters(house: PreparedHouse, service: PreparedService): MetersOfMonth | undefined {
  const { houseServiceId, code } = service.facts;
  const own = house.facts.meters.filter((meter) => meter.houseServiceId === houseServiceId);
  const meters = metersOfMonth(house.month, service.facts, own, 1, house.month.length);
  if (meters !== undefined) checkHouseVolume(code, meters.own);
  return meters;
}

function requireNorm(service: PreparedService, meters: MetersOfMonth | undefined): void {
  if (hasNorm(service)) return;
  const { code } = service.facts;
  const serial = meters?.unread.find(({ average }) => average === undefined)?.serialNumber;
  throw new UncomputableError(
    'house-reading-missing',
    serial === undefined
      ? `${code} has no house-wide meter and no norm`
      : `meter ${serial} has no reading of this month that counts, and ${code} has no norm`,
  );
}

type Share = { readonly place: Place; readonly volume: bigint };

/** @throws UncomputableError area-inconsistent when the accounts hold more than the house has */
function shareByArea(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
  share: (weights: readonly bigint[], whole: bigint) => readonly bigint[],
): readonly Share[] {
  const { month, facts } = house;
  const places = accounts.all.flatMap((account) => placeOf(month, account, service) ?? []);
  const weights = places.map(
    ({ account, first, last }) => account.areaE10 * BigInt(last - first + 1),
  );
  const whole = facts.roomsAreaE2 * WHOLE_SHARE_E8 * month.days;
  if (whole <= 0n || weights.reduce((total, weight) => total + weight, 0n) > whole) {
    throw new UncomputableError(
      'area-inconsistent',
      `${service.facts.code} is shared out by area, and the accounts hold more than the ${roomsArea(house)} m² of the house`,
    );
  }
  const volumes = share(weights, whole);
  const computed = new Set(accounts.computed.map(({ account }) => account));
  return places.flatMap((place, index) =>
    computed.has(place.account) ? [{ place, volume: volumes[index] ?? 0n }] : [],
  );
}

function placesOf(
  { month }: PreparedHouse,
  service: PreparedService,
  { computed }: Accounts,
): readonly Place[] {
  return computed.flatMap(({ account }) => placeOf(month, account, service) ?? []);
}

function shareLines(
  { place, volume }: Share,
  { facts: { precision } }: PreparedService,
  rule: ChargeRule,
  inputs: BasisInputs,
): readonly ChargeLine[] {
  const own = fromScaled(volume, precision);
  const ownVolume = formatScaled(volume, precision);
  return linesOf(place, spread(place, own, rule, { ...inputs, ...place.account.area, ownVolume }));
}

function linesOf(place: Place, source: VolumeSource): readonly ChargeLine[] {
  const { method } = place.service.facts;
  const priced = [
    priceLine(place, source, LINE.service, method),
    place.service.isTwoComponent ? priceHeatLine(place, source, LINE.heat, method) : undefined,
  ];
  return priced.flatMap((one) => (one === undefined ? [] : [one.line]));
}

/**
 * Where the house is charged for nothing that its meter has counted too, all that it draws would seem to be drawn in common.
 * @throws UncomputableError common-house-incomplete
 */
function requireIndividual(
  { facts: { services } }: PreparedHouse,
  { facts: { code, commonNeedsOf } }: PreparedService,
): void {
  if (!services.some((service) => commonNeedsOf.includes(service.code)))
    throw new UncomputableError(
      'common-house-incomplete',
      `${code} needs what the rooms draw, and the house is not charged for ${commonNeedsOf[0]}`,
    );
}

function drawnTogether(
  accounts: readonly AccountCalculation[],
  codes: readonly string[],
): Fraction {
  return sum(accounts.flatMap(({ drawn }) => codes.flatMap((code) => drawn.get(code)?.own ?? [])));
}

/**
 * Whether an account's own volumes are known: of a service that it was refused, where the meter of another account of
 * its room has counted them on all its days.
 */
function isDrawnKnown(
  { refused }: AccountCalculation,
  codes: readonly string[],
  computed: readonly AccountCalculation[],
): boolean {
  return refused
    .filter(({ code }) => codes.includes(code))
    .every(({ code, meterOwner }) => {
      const owner = computed.find(({ account }) => account === meterOwner);
      return owner?.drawn.get(code)?.metered === 'whole';
    });
}

/**
 * Whether the house pays no more than the norm; where nobody has settled it, if there is a norm.
 * @throws UncomputableError norm-missing
 */
function isCapped({ facts: { odnCapped } }: PreparedHouse, service: PreparedService): boolean {
  if (odnCapped === true && !hasNorm(service))
    throw new UncomputableError(
      'norm-missing',
      `${service.facts.code} is limited to its norm, and it has none`,
    );
  return odnCapped ?? hasNorm(service);
}

function meterInputs({ read, unread }: MetersOfMonth): BasisInputs {
  return {
    ...(read.length === 0 ? {} : { meters: read }),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

function roomsArea({ facts }: PreparedHouse): string {
  return formatScaled(facts.roomsAreaE2, 2);
}
