// What a house shares out among its accounts by area: the meters of the house, the shares, and their lines.
import { fromScaled } from '../money/fraction.ts';
import { formatScaled } from '../money/scaled.ts';
import type { AccountCalculation } from './account-lines.ts';
import { LINE, type BasisInputs, type ChargeLine } from './charge-line.ts';
import type { ChargeRule } from './charge-rules.ts';
import { metersOfMonth, type MetersOfMonth } from './meters.ts';
import { checkHouseVolume } from './plausible.ts';
import type { PreparedAccount } from './prepared-account.ts';
import type { PreparedHouse } from './prepared-house.ts';
import { hasNorm, type PreparedService } from './prepared-service.ts';
import { priceHeatLine, priceLine } from './price.ts';
import { UncomputableError } from './uncomputable.ts';
import { placeOf, spread, type Place, type VolumeSource } from './volume-source.ts';

const WHOLE_SHARE_E8 = 100_000_000n;

/** All accounts of the house that were open in the month, and what has been found for those that could be computed. */
export type Accounts = {
  readonly all: readonly PreparedAccount[];
  readonly computed: readonly AccountCalculation[];
};

/** Undefined when the service has no house-wide meter. */
export function houseMeters(
  house: PreparedHouse,
  service: PreparedService,
): MetersOfMonth | undefined {
  const { houseServiceId } = service.facts;
  const own = house.facts.meters.filter((meter) => meter.houseServiceId === houseServiceId);
  const meters = metersOfMonth(house.month, service.facts, own, 1, house.month.length);
  if (meters !== undefined) checkHouseVolume(service.facts.name, meters.own);
  return meters;
}

export function requireNorm(service: PreparedService, meters: MetersOfMonth | undefined): void {
  if (hasNorm(service)) return;
  const meter = meters?.unread.find(({ average }) => average === undefined)?.serialNumber;
  throw new UncomputableError('house-reading-missing', {
    services: [service.facts.name],
    ...(meter === undefined ? {} : { meter }),
  });
}

type Share = { readonly place: Place; readonly volume: bigint };

/** @throws UncomputableError area-inconsistent when the accounts hold more than the house has */
export function shareByArea(
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
    throw new UncomputableError('area-inconsistent', {
      services: [service.facts.name],
      most: roomsArea(house),
    });
  }
  const volumes = share(weights, whole);
  const computed = new Set(accounts.computed.map(({ account }) => account));
  return places.flatMap((place, index) =>
    computed.has(place.account) ? [{ place, volume: volumes[index] ?? 0n }] : [],
  );
}

export function placesOf(
  { month }: PreparedHouse,
  service: PreparedService,
  { computed }: Accounts,
): readonly Place[] {
  return computed.flatMap(({ account }) => placeOf(month, account, service) ?? []);
}

export function shareLines(
  { place, volume }: Share,
  { facts: { precision } }: PreparedService,
  rule: ChargeRule,
  inputs: BasisInputs,
): readonly ChargeLine[] {
  const own = fromScaled(volume, precision);
  const ownVolume = formatScaled(volume, precision);
  return linesOf(place, spread(place, own, rule, { ...inputs, ...place.account.area, ownVolume }));
}

export function linesOf(place: Place, source: VolumeSource): readonly ChargeLine[] {
  const { method } = place.service.facts;
  const priced = [
    priceLine(place, source, LINE.service, method),
    place.service.isTwoComponent ? priceHeatLine(place, source, LINE.heat, method) : undefined,
  ];
  return priced.flatMap((one) => (one === undefined ? [] : [one.line]));
}

export function roomsArea({ facts }: PreparedHouse): string {
  return formatScaled(facts.roomsAreaE2, 2);
}
