// The first month for which the accounts of an organization can be charged.
import type { House } from '@kvartplata/contracts/core/houses.ts';

type Known = Pick<House, 'firstMonth'>;

/** That of the oldest account of the houses; undefined without accounts. */
export function firstMonthOf(houses: readonly Known[]): string | undefined {
  return houses
    .flatMap(({ firstMonth }) => firstMonth ?? [])
    .toSorted()
    .at(0);
}

/**
 * The month that an organization begins to bill with: the current one, unless its accounts begin later. Its oldest accounts may
 * have been billed elsewhere for years.
 */
export function monthToBegin(houses: readonly Known[], current: string): string {
  const first = firstMonthOf(houses);
  return first === undefined || first < current ? current : first;
}
