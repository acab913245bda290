// Common-house needs: what the house has drawn beyond its rooms, or their norm, shared out by area.
import { add, fraction, fromScaled, sum, type Fraction } from '../../../money/fraction.ts';
import { formatScaled } from '../../../money/scaled.ts';
import {
  commonHouseNorm,
  limitCommonHouseVolume,
} from '../../../regulation/common-house-charge/common-house-norm.ts';
import {
  commonHouseVolume,
  shareCommonHouseVolume,
} from '../../../regulation/common-house-charge/common-house-volume.ts';
import type { AccountCalculation } from '../../account-lines.ts';
import type { BasisInputs, ChargeLine, HouseBasis } from '../../charge-line.ts';
import { formatShown } from '../../exact-text.ts';
import { meterInputs, normInPlaceOf, type MetersOfMonth } from '../../meters.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import { hasNorm, normOn, type PreparedService } from '../../prepared-service.ts';
import {
  houseMeters,
  requireNorm,
  roomsArea,
  shareByArea,
  shareLines,
  type Accounts,
} from '../../shared-lines.ts';
import { UncomputableError } from '../../uncomputable.ts';
import type { Method } from '../method.ts';
import { ODN_RULES } from './odn-rules.ts';

type OdnRule = keyof typeof ODN_RULES;

export const ODN: Method<OdnRule> = {
  rules: ODN_RULES,
  meters: 'house',
  isCommonNeeds: true,
  shareOut: commonHouseLines,
};

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
  readonly rule: OdnRule;
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
  const { precision, commonNeedsOf } = service.facts;
  requireIndividual(house, service);
  if (
    computed.length < all.length ||
    !computed.every((one) => isDrawnKnown(one, commonNeedsOf, computed))
  ) {
    throw new UncomputableError('common-house-incomplete', { services: [service.facts.name] });
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

/**
 * Where the house is charged for nothing that its meter has counted too, all that it draws would seem to be drawn in common.
 * @throws UncomputableError common-house-incomplete
 */
function requireIndividual(
  { facts: { services } }: PreparedHouse,
  { facts: { name, commonNeedsOf } }: PreparedService,
): void {
  if (!services.some((service) => commonNeedsOf.includes(service.code)))
    throw new UncomputableError('common-house-incomplete', { services: [name] });
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
    throw new UncomputableError('norm-missing', { services: [service.facts.name] });
  return odnCapped ?? hasNorm(service);
}
