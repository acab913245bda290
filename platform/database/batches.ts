// Splits long lists into pieces that fit a statement, a request or a transaction.

/** The items in their order, in batches whose sizes sum to at most `most`; an item that is larger gets a batch of its own. */
export function* inBatches<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  most: number,
): Generator<readonly Item[]> {
  let [start, size] = [0, 0];
  for (const [index, item] of items.entries()) {
    const own = sizeOf(item);
    if (index > start && size + own > most) {
      yield items.slice(start, index);
      [start, size] = [index, 0];
    }
    size += own;
  }
  if (start < items.length) yield items.slice(start);
}

/** The items in their order, in pieces of `size` items; the last one may be shorter. */
export function* inChunks<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
