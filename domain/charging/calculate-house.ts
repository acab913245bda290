// The charges of one house and month: every account by itself first, then what the house shares out.
import { prepareAccount } from './prepared-account.ts';
import { calculateAccount, type AccountCalculation } from './account-lines.ts';
import type { ChargeLine } from './charge-line.ts';
import type { AccountFacts, HouseFacts } from './house-facts.ts';
import { prepareHouse } from './prepared-house.ts';
import { sharedLines } from './shared-lines.ts';
import { UncomputableError } from './uncomputable.ts';

/** An account that got no charge, or not all of them, and why. */
export type Skipped = { readonly personalAccountId: number; readonly reason: string };

export type HouseCalculation = {
  readonly lines: readonly ChargeLine[];
  readonly skipped: readonly Skipped[];
};

/**
 * @param accounts all accounts that were open on some day of the month
 * @returns the lines in the order of accounts; an account whose figures are incomplete is skipped with its reason
 */
export function calculateHouse(
  facts: HouseFacts,
  accounts: readonly AccountFacts[],
): HouseCalculation {
  const house = prepareHouse(facts);
  const all = accounts.map((account) => prepareAccount(house.month, account));
  const computed: AccountCalculation[] = [];
  const skipped: Skipped[] = [];
  for (const account of all) {
    const result = orReason(() => calculateAccount(house, account));
    if (typeof result === 'string')
      skipped.push({ personalAccountId: account.facts.personalAccountId, reason: result });
    else computed.push(result);
  }
  const lines = computed.flatMap((account) => account.lines);
  for (const service of house.sharedServices) {
    const result = orReason(() => sharedLines(house, service, { all, computed }));
    if (typeof result === 'string') {
      for (const { account } of computed)
        skipped.push({ personalAccountId: account.facts.personalAccountId, reason: result });
    } else lines.push(...result);
  }
  return { lines: lines.toSorted(inOrder), skipped };
}

function inOrder(a: ChargeLine, b: ChargeLine): number {
  return (
    a.personalAccountId - b.personalAccountId ||
    a.houseServiceId - b.houseServiceId ||
    a.line - b.line
  );
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
