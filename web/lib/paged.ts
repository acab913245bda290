// Long lists, a page after the other, as the services give them.
import { unlisted } from '@kvartplata/client/unlisted.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { ask, type Asked } from './api.ts';
import { callAll } from './reads.ts';
import type { ServiceName } from './services.ts';

const PAGE_LIMIT = 100;

/** All queries of a list share the head of their key: its path. */
export function pagesOf<T>(service: ServiceName, path: string, query: Asked['query'] = {}) {
  return infiniteQueryOptions({
    queryKey: [path, query],
    queryFn: async ({ pageParam, signal }) =>
      ask<PageOf<T>>(service, path, {
        signal,
        query: { ...query, limit: PAGE_LIMIT, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Every item of a list that is needed as a whole. */
export async function askAll<T>(
  service: ServiceName,
  path: string,
  { query, signal }: Pick<Asked, 'query' | 'signal'> = {},
): Promise<readonly T[]> {
  const items = await callAll({ ...unlisted(service, 'GET', path), query: {} }, { query }, signal);
  return items;
}
