// Heat cost allocators in the correction of a year: what falls on the rooms that have them is shared by what they have shown.
import { shareOut } from '../../money/share-out.ts';
import type { PlaceOfMonth } from './month-of-year.ts';

/**
 * Whether the places hold more than half of the area of all rooms.
 * Source: Government Decree 354 of 2011-05-06, p. 42(1): in a house where they do a correction by allocators is made.
 */
export function coversHalf(
  places: readonly Pick<PlaceOfMonth, 'weight'>[],
  whole: bigint,
): boolean {
  return places.reduce((total, { weight }) => total + weight, 0n) * 2n > whole;
}

export type Allocated = {
  /** In the order of the accounts. */
  readonly volumes: readonly bigint[];
  /** What falls on all rooms with allocators, and what these have shown together. */
  readonly pool: bigint;
  readonly units: bigint;
};

/**
 * The sum of what falls on the rooms with allocators, by the shares of these; the others keep theirs, and the whole stays.
 * @param volumes of each account by its area
 * @param units what its allocators have shown; undefined without any
 * @returns undefined where allocators have shown nothing
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
