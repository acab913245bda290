// What a list is narrowed to and how it is ordered stands in the address, so that Back, a link and a reload bring it again.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

export type Order = { readonly by: string; readonly isDown: boolean };

/** `debt` is by debt from the least on, `-debt` from the greatest; undefined when it is no order. */
export function parseOrder(text: unknown): Order | undefined {
  const [, minus = '', by] =
    typeof text === 'string' ? (/^(-?)([a-z][A-Za-z0-9]{0,30})$/.exec(text) ?? []) : [];
  return by === undefined ? undefined : { by, isDown: minus !== '' };
}

export function orderText({ by, isDown }: Order): string {
  return `${isDown ? '-' : ''}${by}`;
}

/** What the address of every list may say. */
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

/** Words that somebody looks for; a number is read as one by whoever reads the address. */
export function wordsIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().slice(0, FIND_LENGTH)
    : '';
}

export type Sorting = {
  readonly order: Order | undefined;
  /** Puts the list in this order, or the other way round when it is in it. */
  readonly choose: (by: string, startsDown: boolean) => void;
};

/** The order that the address names. @param first the order while it names none */
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
 * The words that the address has the list searched for.
 * @param name of a second list of the page
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

/** Changes what the address of the open page says, and nothing else of it; undefined takes it away. */
export function useAddressChange(): (patch: Readonly<Record<string, unknown>>) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch) => {
      const search = (before: object): object =>
        Object.fromEntries(
          Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined),
        );
      // Each page judges its own address; here it may be any of them.
      void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
    },
    [navigate],
  );
}
