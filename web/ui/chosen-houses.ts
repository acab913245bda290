// Which houses of a list are meant: all of them but those that were left out, so that one that joins the list is meant, too.
import { useState } from 'react';
import type { BoxedHouse, Boxes } from './house-boxes.tsx';

export type ChosenHouses = {
  /** In the order of the list. */
  readonly ids: readonly number[];
  readonly isAll: boolean;
  readonly leftOut: ReadonlySet<number>;
  /** What the boxes show and change. */
  readonly boxes: Boxes;
};

/** @param firstLeftOut those that are left out at first; none without it */
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
