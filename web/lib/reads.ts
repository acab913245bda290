// Cached reads of the services. Their keys consist of the service, the tag, the operation and the request, so that a change can
// say what it invalidates.
import type {
  Asked,
  AnswerOf,
  Endpoint,
  EndpointFacts,
  ItemOf,
  Last,
  Listing,
} from '@kvartplata/contracts/endpoint.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callVersioned, type Versioned } from './api.ts';

const PAGE_LIMIT = 100;
const MOST_LIMIT = 200;

/** The key prefix of all reads with this operation's tag. */
export function groupOf({ service, tag }: EndpointFacts): readonly [string, string] {
  return [service, tag];
}

/** The response of an operation. */
export function read<E extends Endpoint>(endpoint: E, ...[asked]: Last<Asked<E>>) {
  return queryOptions({
    queryKey: [...groupOf(endpoint), endpoint.id, asked ?? {}],
    queryFn: async ({ signal }) => callWith(endpoint, { ...asked, signal }),
  });
}

/** A long list, whose pages are loaded as the reader goes on. */
export function readPages<E extends Listing>(endpoint: E, ...[asked]: Last<Asked<E>>) {
  return infiniteQueryOptions({
    queryKey: [...groupOf(endpoint), endpoint.id, 'pages', asked ?? {}],
    queryFn: async ({ pageParam, signal }) =>
      pageOf(endpoint, asked, { limit: PAGE_LIMIT, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Every item of a list, as one result. */
export function readAll<E extends Listing>(endpoint: E, ...[asked]: Last<Asked<E>>) {
  return queryOptions({
    queryKey: [...groupOf(endpoint), endpoint.id, 'all', asked ?? {}],
    queryFn: async ({ signal }) => callAll(endpoint, asked, signal),
  });
}

/** A record and its version. Its `read` requests both, bypassing the cache. */
export function readVersioned<E extends Endpoint>(endpoint: E, ...[asked]: Last<Asked<E>>) {
  const anyCall = callVersioned as (one: E, told: object) => Promise<Versioned<AnswerOf<E>>>;
  const ask = async (): Promise<Versioned<AnswerOf<E>>> => anyCall(endpoint, asked ?? {});
  const queryKey = [...groupOf(endpoint), endpoint.id, 'versioned', asked ?? {}];
  return { ...queryOptions({ queryKey, queryFn: ask }), read: ask };
}

/** Every item of a list that is needed as a whole. */
export async function callAll<E extends Listing>(
  endpoint: E,
  asked: Asked<E> | undefined,
  signal?: AbortSignal,
): Promise<readonly ItemOf<E>[]> {
  const items: ItemOf<E>[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf(endpoint, asked, { limit: MOST_LIMIT, cursor }, signal);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

async function pageOf<E extends Listing>(
  endpoint: E,
  asked: Asked<E> | undefined,
  place: { readonly limit: number; readonly cursor: string | undefined },
  signal: AbortSignal | undefined,
): Promise<AnswerOf<E> & PageOf<ItemOf<E>>> {
  const { query } = (asked ?? {}) as { readonly query?: object };
  const answer = await callWith(endpoint, { ...asked, query: { ...query, ...place }, signal });
  return answer as AnswerOf<E> & PageOf<ItemOf<E>>;
}

/** The compiler cannot see that the arguments are passed on unchanged. */
async function callWith<E extends Endpoint>(endpoint: E, asked: object): Promise<AnswerOf<E>> {
  const anyCall = call as (one: E, told: object) => Promise<AnswerOf<E>>;
  return anyCall(endpoint, asked);
}
