// The charges of one house and month: every account by itself first, then what the house used in common.
import type { Fraction } from '../money/fraction.ts';
import { add, fraction, fromScaled, roundHalfUp } from '../money/fraction.ts';
import { formatScaled } from '../money/scaled.ts';
import {
  commonHouseVolume,
  shareCommonHouseVolume,
} from '../regulation/common-house-charge/common-house-volume.ts';
import {
  calculateAccount,
  chargeLine,
  metersOf,
  shownArea,
  volumeOfMeters,
  type AccountCalculation,
} from './account-lines.ts';
import type { ChargeLine } from './charge-line.ts';
import type { AccountFacts, HouseFacts, ServiceFacts } from './house-facts.ts';
import { priceParts, spreadOverDays, stretchesOf } from './month-parts.ts';
import { UncomputableError } from './uncomputable.ts';

/** An account that got no charge, or not all of them, and why. */
export type Skipped = { readonly personalAccountId: number; readonly reason: string };

export type HouseCalculation = {
  readonly lines: readonly ChargeLine[];
  readonly skipped: readonly Skipped[];
};

type ComputedAccount = AccountCalculation & { readonly account: AccountFacts };

const ODN_SUFFIX = '-odn';
/** Where a house-wide meter has counted more than the service of the same name, all that it has counted. */
const METERED_TOGETHER: Readonly<Record<string, readonly string[]>> = {
  electricity: ['electricity', 'electricity-day', 'electricity-night'],
  'hot-water': ['hot-water', 'hot-water-two-component'],
  'hot-water-two-component': ['hot-water', 'hot-water-two-component'],
};

/**
 * @param accounts all accounts that were open on some day of the month
 * @returns the lines in the order of accounts; an account whose figures are incomplete is skipped with its reason
 */
export function calculateHouse(
  house: HouseFacts,
  accounts: readonly AccountFacts[],
): HouseCalculation {
  const computed: ComputedAccount[] = [];
  const skipped: Skipped[] = [];
  for (const account of accounts) {
    const result = orReason(() => calculateAccount(house, account));
    if (typeof result === 'string')
      skipped.push({ personalAccountId: account.personalAccountId, reason: result });
    else computed.push({ ...result, account });
  }
  const lines = computed.flatMap((account) => account.lines);
  for (const service of house.services.filter(({ method }) => method === 'odn')) {
    const result = orReason(() =>
      calculateCommonHouse(house, service, computed, skipped.length > 0),
    );
    if (typeof result === 'string') {
      for (const { account } of computed)
        skipped.push({ personalAccountId: account.personalAccountId, reason: result });
    } else lines.push(...result);
  }
  return {
    lines: lines.toSorted(
      (a, b) => a.personalAccountId - b.personalAccountId || a.houseServiceId - b.houseServiceId,
    ),
    skipped,
  };
}

function calculateCommonHouse(
  house: HouseFacts,
  service: ServiceFacts,
  accounts: readonly ComputedAccount[],
  isIncomplete: boolean,
): ChargeLine[] {
  if (isIncomplete) {
    throw new UncomputableError(
      'common-house-incomplete',
      `${service.code} needs the volumes of every account of the house`,
    );
  }
  const meters = metersOf(house.meters, service);
  if (meters.length === 0)
    throw new UncomputableError('house-reading-missing', `${service.code} has no house-wide meter`);
  const ofHouse = volumeOfMeters(meters, 'house-reading-missing');
  const individualVolumes = sumOfVolumes(accounts, individualCodes(house, service));
  const shared = commonHouseVolume({
    houseVolume: ofHouse.volume,
    individualVolumes,
    precision: service.precision,
  });

  const spans = accounts.map(({ account }) => ({
    account,
    stretches: stretchesOf(house.month, account, service, []),
  }));
  const weights = spans.map(
    ({ account, stretches }) =>
      account.areaE2 *
      account.shareE8 *
      BigInt(stretches.reduce((days, stretch) => days + stretch.days, 0)),
  );
  const wholeWeight = house.roomsAreaE2 * 100_000_000n * BigInt(house.month.daysInMonth);
  const volumes = shareCommonHouseVolume(shared, weights, wholeWeight);

  const basis = {
    rule: 'odn-house-meter',
    meters: ofHouse.bases,
    house: {
      volume: shown(ofHouse.volume),
      individualVolumes: shown(individualVolumes),
      shared: shown(fromScaled(shared, service.precision)),
      roomsArea: formatScaled(house.roomsAreaE2, 2),
    },
  } as const;
  return spans.flatMap(({ account, stretches }, index) => {
    if (stretches.length === 0) return [];
    const volume = fromScaled(volumes[index] ?? 0n, service.precision);
    const priced = priceParts(service, stretches, spreadOverDays(volume, stretches));
    const area = shownArea(account);
    return [
      chargeLine(account, service, {
        priced,
        basis: { ...basis, area },
        daysInMonth: house.month.daysInMonth,
      }),
    ];
  });
}

/**
 * The services whose volumes the house-wide meter of this one has counted too.
 * @throws UncomputableError common-house-incomplete when the house is charged for none: all that it draws would
 *   seem to be drawn in common
 */
function individualCodes({ services }: HouseFacts, { code }: ServiceFacts): readonly string[] {
  const individual = code.slice(0, -ODN_SUFFIX.length);
  const codes = METERED_TOGETHER[individual] ?? [individual];
  if (!services.some((service) => codes.includes(service.code)))
    throw new UncomputableError(
      'common-house-incomplete',
      `${code} needs what the rooms draw, and the house is not charged for ${individual}`,
    );
  return codes;
}

function sumOfVolumes(accounts: readonly ComputedAccount[], codes: readonly string[]): Fraction {
  const ofAccounts = accounts.flatMap(({ volumes }) =>
    codes.map((code) => volumes.get(code) ?? fraction(0n)),
  );
  return ofAccounts.reduce(add, fraction(0n));
}

function shown(volume: Fraction): string {
  return formatScaled(roundHalfUp(volume, 6), 6);
}

/** What the calculation gives, or in words why it cannot give it. */
function orReason<T extends object>(calculate: () => T): T | string {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof UncomputableError) return error.message;
    throw error;
  }
}
