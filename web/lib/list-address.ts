// A list's filters and order are in the address, so that Back, a link and a reload restore them.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

export type Order = { readonly by: string; readonly isDown: boolean };

/** `debt` is ascending by debt, `-debt` descending; undefined if it is not an order. */
export function parseOrder(text: unknown): Order | undefined {
  const [, minus = '', by] =
    typeof text === 'string' ? (/^(-?)([a-z][A-Za-z0-9]{0,30})$/.exec(text) ?? []) : [];
  return by === undefined ? undefined : { by, isDown: minus !== '' };
}

export function orderText({ by, isDown }: Order): string {
  return `${isDown ? '-' : ''}${by}`;
}

/** The parameters that the address of every list may have. */
export type ListAddress = { readonly sort?: string; readonly find?: string };

const FIND_LENGTH = 100;

export function whichList({ sort, find }: Record<string, unknown>): ListAddress {
  const order = parseOrder(sort);
  const words = wordsIn(find);
  return {
    ...(order === undefined ? {} : { sort: orderText(order) }),
    ...(words === '' ? {} : { find: words }),
  };
}

/** Search words from the address; the router parses a number as one. */
export function wordsIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().slice(0, FIND_LENGTH)
    : '';
}

export type Sorting = {
  readonly order: Order | undefined;
  /** Sorts the list by this column, or reverses the order if it is sorted by it already. */
  readonly choose: (by: string, startsDown: boolean) => void;
};

/** The order in the address. @param first the order if the address has none */
export function useAddressSorting(first?: string): Sorting {
  const { sort } = useSearch({ strict: false });
  const change = useAddressChange();
  const order = useMemo(() => parseOrder(sort ?? first), [sort, first]);
  const choose = useCallback(
    (by: string, startsDown: boolean) => {
      const isDown = order?.by === by ? !order.isDown : startsDown;
      const text = orderText({ by, isDown });
      change({ sort: text === first ? undefined : text });
    },
    [order, first, change],
  );
  return { order, choose };
}

/**
 * The search words in the address.
 * @param name `room` for a page's second list
 */
export function useAddressWords(name: 'find' | 'room' = 'find'): {
  readonly words: string;
  readonly search: (words: string) => void;
} {
  const { [name]: words = '' } = useSearch({ strict: false });
  const change = useAddressChange();
  const search = useCallback(
    (typed: string) => change({ [name]: typed.trim() === '' ? undefined : typed.trim() }),
    [change, name],
  );
  return { words, search };
}

/** Changes parameters in the address of the open page and keeps the others; undefined removes one. */
export function useAddressChange(): (patch: Readonly<Record<string, unknown>>) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch) => {
      const search = (before: object): object =>
        Object.fromEntries(
          Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined),
        );
      // Each page validates its own address; here it may be any page.
      void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
    },
    [navigate],
  );
}
