// Which tables of a receipt stand on its first page and which on a second one, and how much smaller they are drawn.
import type { Block } from './draw-tables.ts';

/** Figures of a table are 8.5 points at full size; nobody should have to read any below 7. */
const SMALLEST = 7 / 8.5;
/** What says that there is a second page. */
export const MORE_HEIGHT = 14;

type Layout = {
  readonly first: readonly Block[];
  /** Of those on the first page. */
  readonly scale: number;
  /** Undefined where one page has room for all. */
  readonly second?: readonly Block[];
};

/**
 * All on one page where they can be read there; else as many of the first ones as it has room for.
 * @param room of the first page, of which the norms take their part where they are on it
 */
export function layOut(
  blocks: readonly Block[],
  { room, norms }: { readonly room: number; readonly norms: number },
): Layout {
  const scale = scaleIn(room - norms, blocks);
  if (scale >= SMALLEST) return { first: blocks, scale };
  const counts = Array.from({ length: blocks.length + 1 }, (_, nth) => blocks.length - nth);
  const count = counts.find((most) => ofFirst(most) >= SMALLEST) ?? 0;
  return { first: blocks.slice(0, count), scale: ofFirst(count), second: blocks.slice(count) };

  function ofFirst(most: number): number {
    return scaleIn(room - MORE_HEIGHT, blocks.slice(0, most));
  }
}

/** How much smaller than full size they have to be for the room. */
export function scaleIn(room: number, blocks: readonly Block[]): number {
  return blocks.length === 0 ? 1 : Math.min(1, room / heightOfAll(blocks));
}

function heightOfAll(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}
