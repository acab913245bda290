// Common-house needs: the house's consumption beyond its rooms, or their norm, or the mean month, shared out by area.
import { fromScaled } from '../../../money/fraction.ts';
import {
  carryCommonHouseVolume,
  type CarriedVolume,
} from '../../../regulation/common-house-charge/carried-volume.ts';
import { limitCommonHouseVolume } from '../../../regulation/common-house-charge/common-house-norm.ts';
import { shareCommonHouseVolume } from '../../../regulation/common-house-charge/common-house-volume.ts';
import { meanMonth } from '../../../regulation/common-house-charge/year-of-common-needs.ts';
import type { BasisInputs, HouseBasis } from '../../charge-line.ts';
import { toMillionths, type CommonNeedsMonth } from '../../common-needs-month.ts';
import { formatShown } from '../../exact-text.ts';
import type { CommonNeedsMethod } from '../../house-facts.ts';
import { meterInputs, type MetersOfMonth } from '../../meters.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import { hasNorm, type PreparedService } from '../../prepared-service.ts';
import {
  houseMeters,
  requireNorm,
  roomsArea,
  shareByArea,
  shareLines,
  type Accounts,
  type SharedOut,
} from '../../shared-lines.ts';
import { UncomputableError } from '../../uncomputable.ts';
import type { Method } from '../method.ts';
import { commonNorm } from './common-norm.ts';
import { drawnInCommon, estimatedByNorm, type DrawnInCommon } from './drawn-in-common.ts';
import { ODN_LAW, ODN_RULES } from './odn-rules.ts';

type OdnRule = keyof typeof ODN_RULES;

export const ODN: Method<OdnRule> = {
  rules: ODN_RULES,
  law: ODN_LAW,
  meters: 'house',
  isCommonNeeds: true,
  shareOut: shareOutCommonNeeds,
};

function shareOutCommonNeeds(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
): SharedOut {
  const { houseServiceId, precision } = service.facts;
  const before = house.facts.commonNeedsBefore.find((one) => one.houseServiceId === houseServiceId);
  const asked: Asked = {
    house,
    service,
    accounts,
    method: methodOf(house, service),
    carried: (before?.carriedE6 ?? 0n) / 10n ** BigInt(6 - precision),
    yearBeforeE6: statedBefore(house, service) ?? before?.yearBeforeE6 ?? null,
  };
  const meters = houseMeters(house, service);
  const common =
    meters === undefined || meters.norm !== undefined
      ? withoutMeter(asked, meters)
      : withMeter(asked, meters);
  const shares = shareByArea(house, service, accounts, (weights, whole) =>
    shareCommonHouseVolume(common.volume, weights, whole),
  );
  const shared = formatShown(fromScaled(common.volume, precision));
  const inputs = {
    ...common.inputs,
    house: { ...common.house, shared, roomsArea: roomsArea(house) },
  };
  return {
    lines: shares.flatMap((share) => shareLines(share, service, common.rule, inputs)),
    commonNeeds: toMonth(asked, common),
  };
}

/** The common consumption in the year before as stated, in millionths: for a company whose year was billed elsewhere. */
function statedBefore({ facts: { month } }: PreparedHouse, { facts }: PreparedService) {
  const stated = facts.yearVolumes.find(({ year }) => year === month.year - 1);
  return stated && stated.volumeE3 * 1000n;
}

type Asked = {
  readonly house: PreparedHouse;
  readonly service: PreparedService;
  readonly accounts: Accounts;
  readonly method: CommonNeedsMethod;
  /** Zero or below, from earlier months; in units of the service's precision, like all volumes here. */
  readonly carried: bigint;
  readonly yearBeforeE6: bigint | null;
};

type CommonVolume = {
  readonly rule: OdnRule;
  readonly volume: bigint;
  readonly house: Omit<HouseBasis, 'shared' | 'roomsArea'>;
  readonly inputs: BasisInputs;
  /** Undefined if no house-wide meter counts; null if its volume beyond the rooms is unknown. */
  readonly drawn?: bigint | null;
  /** The volume carried on to later months, if it differs from the one carried in. */
  readonly carried?: bigint;
};

function toMonth({ service, method, carried }: Asked, common: CommonVolume): CommonNeedsMonth {
  const { houseServiceId, precision } = service.facts;
  const { drawn, volume } = common;
  return {
    houseServiceId,
    method,
    isMetered: drawn !== undefined,
    drawnE6: drawn === undefined || drawn === null ? null : toMillionths(drawn, precision),
    sharedE6: toMillionths(volume, precision),
    carriedE6: toMillionths(common.carried ?? carried, precision),
  };
}

/** As chosen for the house; otherwise at most the norm, if there is one. */
function methodOf({ facts }: PreparedHouse, service: PreparedService): CommonNeedsMethod {
  return facts.commonNeedsMethod ?? (hasNorm(service) ? 'capped' : 'actual');
}

/** By norm, whatever the method, unless an installed meter is only unread and the mean month is charged anyway. */
function withoutMeter(asked: Asked, meters: MetersOfMonth | undefined): CommonVolume {
  const { house, service, accounts, method } = asked;
  if (meters !== undefined && method === 'average-yearly') {
    const { volume, basis } = meanOfYearBefore(asked);
    const inputs = estimatedByNorm(house, service, accounts, meters, volume);
    return { rule: 'odn-average-yearly', volume, house: basis, inputs };
  }
  requireNorm(service, meters);
  const { volume, basis } = commonNorm(house, service);
  const common = { rule: 'odn-norm', volume, house: basis } as const;
  if (meters === undefined) return { ...common, inputs: {} };
  return { ...common, inputs: estimatedByNorm(house, service, accounts, meters, volume) };
}

function withMeter(asked: Asked, meters: MetersOfMonth): CommonVolume {
  switch (asked.method) {
    case 'actual':
      return asTheMeterSays(asked, meters);
    case 'capped':
      return atMostTheNorm(asked, meters);
    case 'norm-yearly':
    case 'average-yearly':
      return alikeInEveryMonth(asked, meters, asked.method);
  }
}

/** The meter's volume beyond the rooms, less what earlier months carry over. */
function asTheMeterSays({ house, service, accounts, carried }: Asked, meters: MetersOfMonth) {
  const drawn = drawnInCommon(house, service, accounts, meters);
  const after = carryCommonHouseVolume(drawn.volume, carried);
  return {
    ...counted(drawn, meters),
    volume: after.volume,
    carried: after.carried,
    house: { ...drawn.basis, ...carriedBasis(service, carried, after) },
  };
}

/** @throws UncomputableError norm-missing */
function atMostTheNorm({ house, service, accounts }: Asked, meters: MetersOfMonth): CommonVolume {
  const { name, precision } = service.facts;
  if (!hasNorm(service)) throw new UncomputableError('norm-missing', { services: [name] });
  const drawn = drawnInCommon(house, service, accounts, meters);
  const limit = commonNorm(house, service);
  const limited = limitCommonHouseVolume(drawn.volume, limit.volume);
  const found = counted(drawn, meters);
  return {
    ...found,
    rule: limited < drawn.volume ? 'odn-capped' : found.rule,
    volume: limited < 0n ? 0n : limited,
    house: {
      ...drawn.basis,
      ...limit.basis,
      limit: formatShown(fromScaled(limit.volume, precision)),
    },
  };
}

/** The meter's result is stored for the recalculation of the year; the month is charged even while that is unknown. */
function alikeInEveryMonth(
  asked: Asked,
  meters: MetersOfMonth,
  method: 'norm-yearly' | 'average-yearly',
): CommonVolume {
  const { house, service, accounts } = asked;
  if (method === 'norm-yearly' && !hasNorm(service))
    throw new UncomputableError('norm-missing', { services: [service.facts.name] });
  const { volume, basis } =
    method === 'norm-yearly' ? commonNorm(house, service) : meanOfYearBefore(asked);
  const drawn = orUnknown(() => drawnInCommon(house, service, accounts, meters));
  return {
    rule: method === 'norm-yearly' ? 'odn-norm-yearly' : 'odn-average-yearly',
    volume,
    house: { ...drawn?.basis, ...basis },
    inputs: meterInputs(meters),
    drawn: drawn?.volume ?? null,
  };
}

function orUnknown(find: () => DrawnInCommon): DrawnInCommon | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof UncomputableError) return undefined;
    throw error;
  }
}

/** @throws UncomputableError year-before-missing */
function meanOfYearBefore({ house, service, yearBeforeE6 }: Asked) {
  const { name, precision } = service.facts;
  const year = house.month.month.year - 1;
  if (yearBeforeE6 === null)
    throw new UncomputableError('year-before-missing', { services: [name], year });
  const basis = { yearBefore: { year, volume: formatShown(fromScaled(yearBeforeE6, 6)) } };
  return { volume: meanMonth(yearBeforeE6, precision), basis };
}

function counted({ volume }: DrawnInCommon, meters: MetersOfMonth) {
  const rule: OdnRule = meters.unread.length === 0 ? 'odn-house-meter' : 'odn-house-average';
  return { rule, drawn: volume, inputs: meterInputs(meters) };
}

/** Only for a month with a volume carried in or out. */
function carriedBasis(
  { facts: { precision } }: PreparedService,
  before: bigint,
  after: CarriedVolume,
): Pick<HouseBasis, 'carriedIn' | 'carriedOut'> {
  if (before === 0n && after.carried === 0n) return {};
  const show = (units: bigint): string => formatShown(fromScaled(units, precision));
  return { carriedIn: show(before), carriedOut: show(after.carried) };
}
