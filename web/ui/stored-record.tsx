// A record that is read again when its form is opened, and the version that the form's change is meant for.
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Versioned } from '../lib/api.ts';
import { Answered } from './states.tsx';

export type StoredRead<T> = {
  /** Names the record. */
  readonly queryKey: QueryKey;
  readonly read: () => Promise<Versioned<T>>;
};

/** As the record is when this is opened, whatever the page reads meanwhile. */
export function StoredRecord<T>({
  of: { queryKey, read },
  children,
}: {
  readonly of: StoredRead<T>;
  readonly children: (stored: Versioned<T>) => ReactNode;
}): ReactElement {
  const query = useQuery({
    // Of its own: what the page reads again after a change is not what is being changed.
    queryKey: ['to change', ...queryKey],
    queryFn: read,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return <Answered query={query}>{children}</Answered>;
}

/**
 * The version to name in `If-Match`, and a form's `readTheirs`; neither for a record that is new.
 * @param typedOf the texts that a form shows of a record
 */
export function useVersion<T, V>(
  stored: Versioned<T> | undefined,
  read: () => Promise<Versioned<T>>,
  typedOf: (record: T) => V,
): readonly [string | undefined, { readonly readTheirs?: () => Promise<V> }] {
  const [etag, setEtag] = useState(stored?.etag);
  if (stored === undefined) return [undefined, {}];
  const readTheirs = async (): Promise<V> => {
    const newest = await read();
    setEtag(newest.etag);
    return typedOf(newest.record);
  };
  return [etag, { readTheirs }];
}
