// Heat cost allocators in the correction of a year: the volume of the rooms that have them is shared by what they have shown.
import { shareOut } from '../../money/share-out.ts';
import { sumBy } from '../../money/sums.ts';
import type { PlaceOfMonth } from './month-of-year.ts';

/**
 * Whether the places have more than half of the area of all rooms.
 * Source: Government Decree 354 of 2011-05-06, p. 42(1): a house in which they do is corrected by its allocators.
 */
export function coversHalf(
  places: readonly Pick<PlaceOfMonth, 'weight'>[],
  whole: bigint,
): boolean {
  return sumBy(places, ({ weight }) => weight) * 2n > whole;
}

export type Allocated = {
  /** In the order of the accounts. */
  readonly volumes: readonly bigint[];
  /** The volume of all rooms with allocators, and the sum of what these have shown. */
  readonly pool: bigint;
  readonly units: bigint;
};

/**
 * Shares the total volume of the rooms with allocators by what these have shown; the other accounts keep their volumes, and the
 * total stays the same.
 * @param volumes each account's volume by area
 * @param units what each account's allocators have shown; undefined without any
 * @returns undefined when the allocators have shown nothing
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formula 6.
 */
export function shareByAllocators(
  volumes: readonly bigint[],
  units: readonly (bigint | undefined)[],
): Allocated | undefined {
  const all = units.reduce<bigint>((total, one) => total + (one ?? 0n), 0n);
  if (all === 0n) return undefined;
  const pool = volumes.reduce(
    (total, volume, index) => (units[index] === undefined ? total : total + volume),
    0n,
  );
  const shares = shareOut(
    pool,
    units.map((one) => one ?? 0n),
  );
  return {
    volumes: volumes.map((volume, index) =>
      units[index] === undefined ? volume : (shares[index] ?? 0n),
    ),
    pool,
    units: all,
  };
}
