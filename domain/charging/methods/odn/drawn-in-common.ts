// The common consumption of a house: its house-wide meter less the consumption of all rooms.
import {
  add,
  fraction,
  fromScaled,
  multiply,
  sum,
  type Fraction,
} from '../../../money/fraction.ts';
import { commonHouseVolume } from '../../../regulation/common-house-charge/common-house-volume.ts';
import type { AccountCalculation } from '../../account-lines.ts';
import type { BasisInputs, HouseBasis } from '../../charge-line.ts';
import { formatShown } from '../../exact-text.ts';
import { normInPlaceOf, type MetersOfMonth } from '../../meters.ts';
import { countDays, daysBetween } from '../../month-days.ts';
import type { PreparedAccount } from '../../prepared-account.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import type { PreparedService } from '../../prepared-service.ts';
import { countedTogether, type Accounts } from '../../shared-lines.ts';
import { UncomputableError } from '../../uncomputable.ts';

export type DrawnInCommon = {
  /** Units of the service's precision; below zero if the rooms have used more. */
  readonly volume: bigint;
  readonly basis: Pick<HouseBasis, 'volume' | 'individualVolumes'>;
};

/** @throws UncomputableError common-house-incomplete when the volume of a room is unknown */
export function drawnInCommon(
  house: PreparedHouse,
  service: PreparedService,
  { all, computed }: Accounts,
  meters: MetersOfMonth,
): DrawnInCommon {
  const { precision, commonNeedsOf } = service.facts;
  requireIndividual(house, service);
  const unknown = firstUnknown({ all, computed }, commonNeedsOf);
  if (unknown !== undefined)
    throw new UncomputableError('common-house-incomplete', {
      services: [service.facts.name],
      account: unknown.facts.accountNumber,
    });
  const houseVolume = countedTogether(meters);
  const individualVolumes = drawnInRooms(house, service, computed);
  return {
    volume: commonHouseVolume({ houseVolume, individualVolumes, precision }),
    basis: {
      volume: formatShown(houseVolume),
      individualVolumes: formatShown(individualVolumes),
    },
  };
}

/**
 * The estimate for an unread house-wide meter: the rooms plus what is shared out, since the meter counts both.
 * @param volume the volume shared out, in units of the service's precision
 */
export function estimatedByNorm(
  house: PreparedHouse,
  service: PreparedService,
  { computed }: Accounts,
  meters: MetersOfMonth,
  volume: bigint,
): Pick<BasisInputs, 'unread'> {
  const rooms = drawnInRooms(house, service, computed);
  const inItsPlace = add(rooms, fromScaled(volume, service.facts.precision));
  return { unread: normInPlaceOf(meters.unread, inItsPlace, meters.counted) };
}

/**
 * If the house is charged for none of the services that the meter counts, its whole consumption would appear to be common.
 * @throws UncomputableError common-house-incomplete
 */
function requireIndividual(
  { facts: { services } }: PreparedHouse,
  { facts: { name, commonNeedsOf } }: PreparedService,
): void {
  if (!services.some((service) => commonNeedsOf.includes(service.code)))
    throw new UncomputableError('common-house-incomplete', { services: [name] });
}

/**
 * What the rooms have drawn on the days of the service: a house may have it twice in a month, and then the volumes of the month
 * fall evenly on the days of both.
 */
function drawnInRooms(
  { sharedServices }: PreparedHouse,
  { facts: { code, commonNeedsOf }, first, last }: PreparedService,
  computed: readonly AccountCalculation[],
): Fraction {
  const whole = sum(
    computed.flatMap(({ drawn }) => commonNeedsOf.flatMap((one) => drawn.get(one)?.own ?? [])),
  );
  const alike = sharedServices.filter(({ facts }) => facts.code === code);
  if (alike.length === 1) return whole;
  const all = alike.reduce((days, one) => days | daysBetween(one.first, one.last), 0);
  return multiply(whole, fraction(BigInt(last - first + 1), BigInt(countDays(all))));
}

/** The first account whose own volumes are unknown: the one that has to be put right. */
function firstUnknown(
  { all, computed }: Accounts,
  codes: readonly string[],
): PreparedAccount | undefined {
  const calculated = new Map(computed.map((one) => [one.account, one]));
  return all.find((account) => {
    const one = calculated.get(account);
    return one === undefined || !isDrawnKnown(one, codes, computed);
  });
}

/**
 * Whether an account's own volumes are known; those of a service refused to it are, if the meter of another account of its room
 * has counted them on all its days.
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
