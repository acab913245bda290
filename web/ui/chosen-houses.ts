// The chosen houses of a list: all except those left out, so that a house added to the list is included, too.
import { useState } from 'react';
import type { BoxedHouse, Boxes } from './house-boxes.tsx';

export type ChosenHouses = {
  /** In the order of the list. */
  readonly ids: readonly number[];
  readonly isAll: boolean;
  readonly leftOut: ReadonlySet<number>;
  /** What the checkboxes show and change. */
  readonly boxes: Boxes;
};

/** @param firstLeftOut the houses left out at first; none by default */
export function useChosenHouses(
  houses: readonly BoxedHouse[],
  firstLeftOut: readonly number[] = [],
): ChosenHouses {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set(firstLeftOut));
  const all = houses.map(({ id }) => id);
  const ids = all.filter((id) => !leftOut.has(id));
  return {
    ids,
    isAll: ids.length === all.length,
    leftOut,
    boxes: {
      houses,
      chosen: new Set(ids),
      onChoose: (next) => setLeftOut(new Set(all.filter((id) => !next.has(id)))),
    },
  };
}
