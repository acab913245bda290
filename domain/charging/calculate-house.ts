// The charges of one house and month: first each account by itself, then what the house shares out.
import { actLines, keyOf } from './act-lines.ts';
import { benefitLines } from './benefit-lines.ts';
import { calculateAccount, type AccountCalculation } from './account-lines.ts';
import type { ChargeLine } from './charge-line.ts';
import type { CommonNeedsMonth } from './common-needs-month.ts';
import type { AccountFacts, HouseFacts } from './house-facts.ts';
import { idleServices } from './idle-services.ts';
import { methodOf } from './methods/methods.ts';
import { prepareAccount } from './prepared-account.ts';
import { prepareHouse } from './prepared-house.ts';
import { UncomputableError, type ReasonFacts, type UncomputableReason } from './uncomputable.ts';

/** An account that could not be charged, or not in full, with the reason. */
export type Skipped = {
  readonly personalAccountId: number;
  readonly reason: UncomputableReason;
  readonly facts: ReasonFacts;
  /** The services that were not charged; absent if nothing that depends on the account alone was charged. */
  readonly houseServiceIds?: readonly number[];
};

export type HouseCalculation = {
  readonly lines: readonly ChargeLine[];
  readonly skipped: readonly Skipped[];
  /** The services that charge nothing to anybody although they should. */
  readonly idle: readonly number[];
  /** What later months depend on, for each service of common-house needs that could be shared out. */
  readonly commonNeeds: readonly CommonNeedsMonth[];
};

/**
 * @param accounts all accounts that were open on some day of the month
 * @returns the lines in the order of accounts; an account with incomplete data is skipped with the reason
 */
export function calculateHouse(
  facts: HouseFacts,
  accounts: readonly AccountFacts[],
): HouseCalculation {
  const house = prepareHouse(facts);
  const all = accounts.map((account) => prepareAccount(house.month, account));
  const rooms = Map.groupBy(all, ({ facts: { roomNumber } }) => roomNumber);
  const computed: AccountCalculation[] = [];
  const skipped: Skipped[] = [];
  for (const account of all) {
    const { personalAccountId, roomNumber } = account.facts;
    const roommates = rooms.get(roomNumber) ?? [];
    const result = orReason(() => calculateAccount(house, account, roommates));
    if (result instanceof UncomputableError)
      skipped.push({ personalAccountId, reason: result.reason, facts: result.facts });
    else {
      computed.push(result);
      skipped.push(...skippedServices(result));
    }
  }
  const lines = computed.flatMap((account) => account.lines);
  const commonNeeds: CommonNeedsMonth[] = [];
  const failed = new Map<number, UncomputableReason>();
  for (const service of house.sharedServices) {
    const { houseServiceId } = service.facts;
    const { shareOut } = methodOf(service.facts);
    const result = orReason(() => shareOut?.(house, service, { all, computed }) ?? { lines: [] });
    if (result instanceof UncomputableError) {
      failed.set(houseServiceId, result.reason);
      for (const { account } of computed) {
        const { personalAccountId } = account.facts;
        const { reason, facts: about } = result;
        skipped.push({
          personalAccountId,
          reason,
          facts: about,
          houseServiceIds: [houseServiceId],
        });
      }
    } else {
      lines.push(...result.lines);
      if (result.commonNeeds !== undefined) commonNeeds.push(result.commonNeeds);
    }
  }
  const idle = idleServices(house, { computed, lines, failed });
  const acts = actLines(house, all, lines);
  const charged = acts.lines.length === 0 ? lines : [...lines, ...acts.lines];
  const benefits = benefitLines(house, all, charged);
  const refused = [...acts.refused, ...benefits.refused];
  // What would be deducted from such a service is unknown, so its cost is unknown too.
  const unknown = new Set(refused.map(keyOf));
  const known = [...charged, ...benefits.lines].filter((line) => !unknown.has(keyOf(line)));
  for (const { personalAccountId, houseServiceId, error } of refused)
    skipped.push({
      personalAccountId,
      reason: error.reason,
      facts: error.facts,
      houseServiceIds: [houseServiceId],
    });
  return { lines: known.toSorted(inOrder), skipped, idle, commonNeeds };
}

/** The refused services of an account, grouped by reason. */
function skippedServices({ account, refused: all }: AccountCalculation): readonly Skipped[] {
  const refused = all.filter(({ isCharged }) => isCharged);
  if (refused.length === 0) return [];
  const { personalAccountId } = account.facts;
  return Array.from(
    Map.groupBy(refused, ({ error }) => error.reason),
    ([reason, services]) => ({
      personalAccountId,
      reason,
      facts: togetherOf(services.map(({ error }) => error.facts)),
      houseServiceIds: services.map(({ houseServiceId }) => houseServiceId),
    }),
  );
}

/** The facts of the first reason, with the services of all. */
function togetherOf(all: readonly ReasonFacts[]): ReasonFacts {
  return { ...all[0], services: all.flatMap(({ services = [] }) => services) };
}

function inOrder(a: ChargeLine, b: ChargeLine): number {
  return (
    a.personalAccountId - b.personalAccountId ||
    a.houseServiceId - b.houseServiceId ||
    a.line - b.line
  );
}

/** The result of the calculation, or the reason why there is none. */
function orReason<T>(calculate: () => T): T | UncomputableError {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof UncomputableError) return error;
    throw error;
  }
}
