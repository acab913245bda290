// Splits the houses of a job into batches, each of which is fetched, computed and stored as a whole.

export type HouseSize = { readonly houseId: number; readonly accounts: number };

/**
 * One transaction for ten houses costs little more than the rows themselves; a transaction per house costs half as much again.
 */
const MOST_HOUSES = 10;
/** How many are in memory at a time. A larger house is a batch of its own. */
const MOST_ACCOUNTS = 1_000;

/** Every house once, in the order given. */
export function splitHouses(houses: readonly HouseSize[]): readonly (readonly number[])[] {
  const batches: number[][] = [];
  let accounts = 0;
  for (const house of houses) {
    const batch = batches.at(-1);
    accounts += house.accounts;
    if (batch === undefined || batch.length === MOST_HOUSES || accounts > MOST_ACCOUNTS) {
      batches.push([house.houseId]);
      accounts = house.accounts;
    } else batch.push(house.houseId);
  }
  return batches;
}
