// Reads pieces ahead: the next one is requested while one is written, so that the database, core and this process work at once.

/** In order. A piece that cannot be read fails when its turn comes. */
export async function* readAhead<Item, Read>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read> {
  let next: Promise<Read> | undefined;
  for (const item of items) {
    const coming = read(item);
    // Otherwise a failure would end the process if the piece before has failed too, or if nobody reads on.
    coming.catch(() => undefined);
    if (next !== undefined) yield await next;
    next = coming;
  }
  if (next !== undefined) yield await next;
}
