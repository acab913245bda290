// Computes houses without storing: what their accounts would be charged under other conditions, and what a month that is already
// charged would be charged now. No I/O, so that it can run in a thread.
import { calculateHouse, type Skipped } from '@kvartplata/domain/charging/calculate-house.ts';
import type { CommonNeedsMonth } from '@kvartplata/domain/charging/common-needs-month.ts';
import {
  differencesOf,
  type CorrectedMonth,
  type Difference,
  type StandingCharge,
} from '@kvartplata/domain/charging/recalculation.ts';
import {
  strangersTo,
  withOverrides,
  type Overrides,
} from '@kvartplata/domain/charging/overrides.ts';
import { chargedServicesOf, type ChargedService } from './compute-houses.ts';
import {
  BrokenSnapshotError,
  readHouseFacts,
  type EarlierMonths,
  type HouseWithAccounts,
} from './read-house-facts.ts';
import { snapshotLines } from './snapshot-lines.ts';

export type OfHouses = {
  readonly houseIds: readonly number[];
  /** `YYYY-MM` */
  readonly month: string;
  readonly organizationId: number;
  /** NDJSON, as core sent it. */
  readonly snapshot: Uint8Array<ArrayBuffer>;
  readonly earlier: EarlierMonths;
};

/** The snapshot is incomplete or not what was requested: it has to be requested again. */
export type Broken = { readonly broken: string };

export type DryRunQuestion = OfHouses & { readonly overrides: Overrides };

export type AccountAmount = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly amountKopecks: bigint;
};

export type HouseDryRun = {
  readonly houseId: number;
  /** Every account that was open in the month. */
  readonly accounts: readonly AccountAmount[];
  readonly skipped: readonly Skipped[];
  /** The indexes of the overrides that change nothing in the house. */
  readonly strangers: readonly number[];
};

export type DryRunAnswer = { readonly houses: readonly HouseDryRun[] } | Broken;

/** What every account would be charged; houses that are unknown to core or belong to another organization are left out. */
export function computeDryRun(question: DryRunQuestion): DryRunAnswer {
  return orBroken(() => ({
    houses: housesOf(question).map((found) => dryRunOf(found, question.overrides)),
  }));
}

export type DifferencesQuestion = OfHouses & {
  readonly corrected: CorrectedMonth;
  readonly standing: readonly StandingCharge[];
};

export type HouseDifferences = {
  readonly differences: readonly Difference[];
  readonly skipped: readonly Skipped[];
  /** The ids of idle services. */
  readonly idle: readonly number[];
  readonly services: readonly ChargedService[];
  readonly commonNeeds: readonly CommonNeedsMonth[];
  /** The version of core's data. */
  readonly version: number;
};

export type DifferencesAnswer = { readonly house: HouseDifferences | undefined } | Broken;

/** The differences of the requested house; undefined when it is unknown to core or belongs to another organization. */
export function computeDifferences(question: DifferencesQuestion): DifferencesAnswer {
  return orBroken(() => {
    const [found] = housesOf(question);
    return { house: found && differencesFrom(found, question) };
  });
}

export function orBroken<Answer>(compute: () => Answer): Answer | Broken {
  try {
    return compute();
  } catch (error) {
    if (error instanceof BrokenSnapshotError) return { broken: error.message };
    throw error;
  }
}

export function housesOf({
  snapshot,
  houseIds,
  month,
  organizationId,
  earlier,
}: OfHouses): readonly HouseWithAccounts[] {
  const found = [...readHouseFacts(snapshotLines(snapshot), houseIds, month, earlier)];
  return found.filter(({ house }) => house.organizationId === organizationId);
}

function dryRunOf({ house, accounts }: HouseWithAccounts, overrides: Overrides): HouseDryRun {
  const { houseId } = house;
  const { lines, skipped } = calculateHouse(withOverrides(house, overrides), accounts);
  const amounts = new Map<number, bigint>();
  for (const { personalAccountId, amountKopecks } of lines)
    amounts.set(personalAccountId, (amounts.get(personalAccountId) ?? 0n) + amountKopecks);
  return {
    houseId,
    accounts: accounts.map(({ personalAccountId, accountNumber }) => ({
      houseId,
      personalAccountId,
      accountNumber,
      amountKopecks: amounts.get(personalAccountId) ?? 0n,
    })),
    skipped,
    strangers: strangersTo(house, overrides),
  };
}

function differencesFrom(
  { house, accounts, version }: HouseWithAccounts,
  { corrected, standing }: DifferencesQuestion,
): HouseDifferences {
  const replayed = calculateHouse(house, accounts);
  return {
    differences: differencesOf(corrected, standing, replayed),
    skipped: replayed.skipped,
    idle: replayed.idle,
    services: chargedServicesOf(house),
    commonNeeds: replayed.commonNeeds,
    version,
  };
}
