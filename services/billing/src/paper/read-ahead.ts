// What is read piece by piece: the next is on its way while one is written, so that the database, core and this process work at once.

/** In order. A piece that cannot be read fails in its turn. */
export async function* readAhead<Item, Read>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read> {
  let next: Promise<Read> | undefined;
  for (const item of items) {
    const coming = read(item);
    // Without this a failure ends the process, if the one before has failed, too, or nobody reads on.
    coming.catch(() => undefined);
    if (next !== undefined) yield await next;
    next = coming;
  }
  if (next !== undefined) yield await next;
}
