// Shows what a calculation would give, with or without overrides, beside what is charged for the month.
import type { DryRun, OdnMethod, Overrides } from '@kvartplata/contracts/billing/dry-runs.ts';
import type * as overrides from '@kvartplata/domain/charging/overrides.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { readStandingAmounts } from '../charges/standing-charges.service.ts';
import { placeOf, type CalculationPlace, type NewCalculation } from './calculation-jobs.service.ts';
import { splitHouses } from './split-houses.ts';
import type { DryRuns } from './dry-runs.service.ts';
import type { AccountAmount, HouseDryRun } from './dry-run-houses.ts';

/** The list of so many is some megabytes and takes some seconds. */
const MOST_ACCOUNTS = 10_000;
const MOST_HOUSES = 1_000;
const MOST_SKIPPED_SHOWN = 1_000;
const NO_OVERRIDES: overrides.Overrides = { values: [], commonNeeds: null };

/**
 * Computes the houses and stores nothing.
 * @throws Refusal validation-failed, not-found, forbidden, month-out-of-range, unprocessable-reference,
 * too-much-at-once, overloaded, dependency-unavailable
 */
export async function dryRunCalculation(
  dryRuns: DryRuns,
  caller: Caller,
  request: NewCalculation,
  today: Temporal.PlainDate,
): Promise<DryRun> {
  const overrides =
    request.overrides === undefined ? NO_OVERRIDES : readOverrides(request.overrides);
  const place = await placeOf(caller, request, today);
  requireFewAccounts(place);
  const month = Temporal.PlainYearMonth.from({ year: request.year, month: request.month });
  const compared: AccountDifference[] = [];
  const tried: HouseDryRun[] = [];
  await dryRuns.inTurn(place.organizationId, async () => {
    for (const houseIds of splitHouses(place.houses)) {
      const { organizationId } = place;
      const { db, requestId } = caller;
      const asked = { houseIds, month: month.toString(), organizationId, overrides, db, requestId };
      const houses = await dryRuns.withOverrides(asked);
      const before = await readStandingAmounts(
        caller.db,
        { organizationId, houseIds },
        firstDay(month),
      );
      compared.push(...compare(before, houses));
      tried.push(...houses);
    }
  });
  requireEffect(overrides, tried);
  return toDryRun(place, month, compared, tried);
}

const OF_ODN_METHOD: Readonly<Record<OdnMethod, overrides.CommonNeedsOverride>> = {
  'house-meter': 'actual',
  'house-meter-capped': 'capped',
  norm: 'norm',
};

/** @throws Refusal validation-failed */
function readOverrides({
  tariffs = [],
  norms = [],
  odnMethod = null,
  commonNeedsMethod = null,
}: Overrides): overrides.Overrides {
  if (odnMethod !== null && commonNeedsMethod !== null)
    throw invalidField('/overrides/odnMethod', 'or commonNeedsMethod, and not both', {
      code: 'either-or',
    });
  return {
    values: [
      ...tariffs.map((override, index) => ({
        ...targetOf(override, `/overrides/tariffs/${index}`),
        tariffE4: parseScaled(override.value, 4),
      })),
      ...norms.map((override, index) => ({
        ...targetOf(override, `/overrides/norms/${index}`),
        normE6: parseScaled(override.value, 6),
      })),
    ],
    commonNeeds: commonNeedsMethod ?? (odnMethod && OF_ODN_METHOD[odnMethod]),
  };
}

type Named = NonNullable<Overrides['tariffs']>[number];

function targetOf(
  { houseServiceId, serviceCode, component }: Named,
  path: string,
): Pick<overrides.Override, 'target' | 'component'> {
  if ((houseServiceId === undefined) === (serviceCode === undefined))
    throw invalidField(`${path}/houseServiceId`, 'or serviceCode is required, and not both', {
      code: 'either-or',
    });
  const target = houseServiceId === undefined ? { code: serviceCode ?? '' } : { houseServiceId };
  return { target, component: component ?? null };
}

function requireFewAccounts({ houses }: CalculationPlace): void {
  const accounts = houses.reduce((sum, house) => sum + house.accounts, 0);
  if (accounts > MOST_ACCOUNTS || houses.length > MOST_HOUSES)
    throw new Refusal(
      'too-much-at-once',
      `${houses.length} houses with ${accounts} accounts: name some of them with houseIds, at most ${MOST_HOUSES} with ${MOST_ACCOUNTS} accounts`,
    );
}

/** An override that changes nothing anywhere is a mistake. */
function requireEffect({ values }: overrides.Overrides, houses: readonly HouseDryRun[]): void {
  const strange = values.find((_, index) =>
    houses.every(({ strangers }) => strangers.includes(index)),
  );
  if (strange === undefined) return;
  const { target, component } = strange;
  const service = 'code' in target ? target.code : target.houseServiceId;
  const part = component === null ? 'of one part' : `with a ${component} component`;
  throw new Refusal('unprocessable-reference', `No service ${service} ${part} is charged there`);
}

type AccountDifference = {
  readonly account: Omit<AccountAmount, 'amountKopecks'>;
  /** Undefined when nothing is charged for the month. */
  readonly beforeKopecks: bigint | undefined;
  readonly afterKopecks: bigint;
};

/** Every account that is or would be charged, ordered by house and account. */
function compare(
  before: readonly AccountAmount[],
  houses: readonly HouseDryRun[],
): readonly AccountDifference[] {
  const standing = new Map(before.map((one) => [one.personalAccountId, one]));
  const after = houses.flatMap(({ accounts }) => accounts);
  const known = new Set(after.map(({ personalAccountId }) => personalAccountId));
  const gone = before.filter(({ personalAccountId }) => !known.has(personalAccountId));
  return [
    ...after.map((account) => ({
      account,
      beforeKopecks: standing.get(account.personalAccountId)?.amountKopecks,
      afterKopecks: account.amountKopecks,
    })),
    ...gone.map((account) => ({
      account,
      beforeKopecks: account.amountKopecks,
      afterKopecks: 0n,
    })),
  ].toSorted(
    ({ account: a }, { account: b }) =>
      a.houseId - b.houseId || a.personalAccountId - b.personalAccountId,
  );
}

function toDryRun(
  { organizationId, houses }: CalculationPlace,
  month: Temporal.PlainYearMonth,
  compared: readonly AccountDifference[],
  tried: readonly HouseDryRun[],
): DryRun {
  const skipped = tried.flatMap(({ houseId, skipped: accounts }) =>
    accounts.map(({ personalAccountId, reason, facts }) => ({
      houseId,
      personalAccountId,
      reason,
      facts,
    })),
  );
  const before = sumBy(compared, ({ beforeKopecks = 0n }) => beforeKopecks);
  const after = sumBy(compared, ({ afterKopecks }) => afterKopecks);
  const changed = compared.filter(
    ({ beforeKopecks = 0n, afterKopecks }) => beforeKopecks !== afterKopecks,
  );
  return {
    organizationId,
    period: month.toString(),
    houseIds: houses.map(({ houseId }) => houseId),
    totals: {
      before: formatKopecks(before),
      after: formatKopecks(after),
      difference: formatKopecks(after - before),
      accounts: compared.length,
      changedAccounts: changed.length,
    },
    accounts: compared.map(({ account, beforeKopecks, afterKopecks }) => ({
      houseId: account.houseId,
      personalAccountId: account.personalAccountId,
      accountNumber: account.accountNumber,
      before: beforeKopecks === undefined ? null : formatKopecks(beforeKopecks),
      after: formatKopecks(afterKopecks),
      difference: formatKopecks(afterKopecks - (beforeKopecks ?? 0n)),
    })),
    skippedCount: skipped.length,
    skipped: skipped.slice(0, MOST_SKIPPED_SHOWN),
  };
}

function firstDay(month: Temporal.PlainYearMonth): string {
  return month.toPlainDate({ day: 1 }).toString();
}
