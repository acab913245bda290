// Decides which tables of a receipt are on its first page and which on a second one, and how much they are scaled down.
import type { Block } from './draw-tables.ts';

/** Figures of a table have 8.5 points at full size, and never less than 7. */
const SMALLEST = 7 / 8.5;
/** The height of the note that there is a second page. */
export const MORE_HEIGHT = 14;

export type Layout = {
  readonly first: readonly Block[];
  /** The scale of the blocks on the first page. */
  readonly scale: number;
  /** Undefined when everything fits on one page. */
  readonly second?: readonly Block[];
};

/**
 * Everything on one page if it stays readable; otherwise as many of the first blocks as fit.
 * @param room on the first page, including the norms if they are placed there
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

/** The scale at which the blocks fit. */
export function scaleIn(room: number, blocks: readonly Block[]): number {
  return blocks.length === 0 ? 1 : Math.min(1, room / heightOfAll(blocks));
}

function heightOfAll(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}
