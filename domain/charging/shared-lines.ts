// What a house shares out among its accounts by area: the volumes of its meters, the shares, and their lines.
import { add, fraction, fromScaled, type Fraction } from '../money/fraction.ts';
import { formatScaled } from '../money/scaled.ts';
import { sumOf } from '../money/sums.ts';
import type { AccountCalculation } from './account-lines.ts';
import { LINE, type BasisInputs, type ChargeLine } from './charge-line.ts';
import type { ChargeRule } from './charge-rules.ts';
import type { CommonNeedsMonth } from './common-needs-month.ts';
import { metersOfMonth, type MetersOfMonth } from './meters.ts';
import { daysBetween, type MonthDays } from './month-days.ts';
import { lateReading } from '../regulation/late-reading/late-reading.ts';
import { checkHouseVolume } from './plausible.ts';
import type { PreparedAccount } from './prepared-account.ts';
import type { PreparedHouse } from './prepared-house.ts';
import { hasNorm, type PreparedService } from './prepared-service.ts';
import { priceHeatLine, priceLine } from './price.ts';
import { UncomputableError } from './uncomputable.ts';
import { sharedPlaceOf, spread, type Place, type VolumeSource } from './volume-source.ts';

const WHOLE_SHARE_E8 = 100_000_000n;
const NOTHING = fraction(0n);

/** All accounts of the house that were open in the month, and the results for those that could be computed. */
export type Accounts = {
  readonly all: readonly PreparedAccount[];
  readonly computed: readonly AccountCalculation[];
};

/** The lines of a service, and for common-house needs what later months follow from. */
export type SharedOut = {
  readonly lines: readonly ChargeLine[];
  readonly commonNeeds?: CommonNeedsMonth;
};

/**
 * All its meters together, so that a late reading of one lowers the estimate of another. Undefined when the service has no
 * house-wide meter.
 */
export function houseMeters(
  house: PreparedHouse,
  service: PreparedService,
): MetersOfMonth | undefined {
  const { houseServiceId } = service.facts;
  const own = house.facts.meters.filter((meter) => meter.houseServiceId === houseServiceId);
  const meters = metersOfMonth(house.month, service.facts, own, daysBetween(1, house.month.length));
  if (meters === undefined) return undefined;
  checkHouseVolume(service.facts.name, meters.own);
  return { ...meters, ...lateReading(countedTogether(meters), NOTHING) };
}

/** The volume of house-wide meters; below zero when a late reading shows less than estimates have charged. */
export function countedTogether({ own, recalculated }: MetersOfMonth): Fraction {
  return add(own, recalculated);
}

/** @throws UncomputableError house-reading-missing; norm-missing where there is no house-wide meter whose reading could be */
export function requireNorm(service: PreparedService, meters: MetersOfMonth | undefined): void {
  if (hasNorm(service)) return;
  const services = [service.facts.name];
  if (meters === undefined) throw new UncomputableError('norm-missing', { services });
  const meter = meters.unread.find(({ average }) => average === undefined)?.serialNumber;
  throw new UncomputableError('house-reading-missing', {
    services,
    ...(meter === undefined ? {} : { meter }),
  });
}

type Share = { readonly place: Place; readonly volume: bigint };

/** @throws UncomputableError area-inconsistent when the accounts have more area than the house */
export function shareByArea(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
  share: (weights: readonly bigint[], whole: bigint) => readonly bigint[],
): readonly Share[] {
  const { places, weights, whole } = weightsOf(house, service, accounts);
  const volumes = share(weights, whole);
  const isComputed = computedOf(accounts);
  return places.flatMap((place, index) =>
    isComputed(place) ? [{ place, volume: volumes[index] ?? 0n }] : [],
  );
}

/** Square metres times days, ten places, for each account and for the whole house. */
export type Weights = {
  readonly places: readonly Place[];
  readonly weights: readonly bigint[];
  readonly whole: bigint;
};

/** @throws UncomputableError area-inconsistent when the accounts have more area than the house */
export function weightsOf(
  { month, facts }: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
): Weights {
  const places = accounts.all.flatMap((account) => sharedPlaceOf(month, account, service) ?? []);
  const weights = places.map(
    ({ account, first, last }) => account.areaE10 * BigInt(last - first + 1),
  );
  const whole = areaDays(facts.roomsAreaE2, month);
  if (whole <= 0n || sumOf(weights) > whole) {
    throw new UncomputableError('area-inconsistent', {
      services: [service.facts.name],
      most: formatScaled(facts.roomsAreaE2, 2),
    });
  }
  return { places, weights, whole };
}

/** An area of the whole month as a weight. */
export function areaDays(areaE2: bigint, { days }: MonthDays): bigint {
  return areaE2 * WHOLE_SHARE_E8 * days;
}

/** Whether the account of a place could be computed. */
export function computedOf({ computed }: Accounts): (place: Place) => boolean {
  const accounts = new Set(computed.map(({ account }) => account));
  return ({ account }) => accounts.has(account);
}

export function placesOf(
  { month }: PreparedHouse,
  service: PreparedService,
  { computed }: Accounts,
): readonly Place[] {
  return computed.flatMap(({ account }) => sharedPlaceOf(month, account, service) ?? []);
}

export function shareLines(
  share: Share,
  service: PreparedService,
  rule: ChargeRule,
  inputs: BasisInputs,
): readonly ChargeLine[] {
  return linesOf(share.place, shareOf(share, service, rule, inputs));
}

export function shareOf(
  { place, volume }: Share,
  { facts: { precision } }: PreparedService,
  rule: ChargeRule,
  inputs: BasisInputs,
): VolumeSource {
  const own = fromScaled(volume, precision);
  const ownVolume = formatScaled(volume, precision);
  return spread(place, own, rule, { ...inputs, ...place.account.area, ownVolume });
}

export function linesOf(place: Place, source: VolumeSource): readonly ChargeLine[] {
  const { method } = place.service.facts;
  const priced = [
    priceLine(place, source, LINE.service, method),
    place.service.isTwoComponent ? priceHeatLine(place, source, LINE.heat, method) : undefined,
  ];
  return priced.flatMap((one) => one?.line ?? []);
}

export function roomsArea({ facts }: PreparedHouse): string {
  return formatScaled(facts.roomsAreaE2, 2);
}
