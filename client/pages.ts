// Long lists, without having to deal with their pages.
import type { AnswerOf, Endpoint, ItemOf, Listing } from '@kvartplata/contracts/endpoint.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Client, Told } from './client.ts';

/** The response of an operation that returns its list page by page. */
type Paged<E extends Endpoint> = AnswerOf<E> & PageOf<ItemOf<E>>;

/** Every item of a list; pages are fetched as they are needed. @throws RequestFailure */
export async function* itemsOf<E extends Listing>(
  { call }: Pick<Client, 'call'>,
  listing: E,
  ...[told]: Told<E>
): AsyncGenerator<ItemOf<E>, void, undefined> {
  const asked = (told ?? {}) as { readonly query?: object };
  let cursor: string | null | undefined;
  do {
    const query = { ...asked.query, cursor };
    const page = await call(listing, ...([{ ...asked, query }] as unknown as Told<E>));
    const { items, nextCursor } = page as Paged<E>;
    yield* items;
    cursor = nextCursor;
  } while (cursor !== null);
}
