// A record that is read again when its form is opened, and the version that the change is for.
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Versioned } from '../lib/api.ts';
import { Answered } from './states.tsx';

export type StoredRead<T> = {
  /** The key of the record. */
  readonly queryKey: QueryKey;
  readonly read: () => Promise<Versioned<T>>;
};

/** The record as of the moment this is opened, whatever the page reads meanwhile. */
export function StoredRecord<T>({
  of: { queryKey, read },
  children,
}: {
  readonly of: StoredRead<T>;
  readonly children: (stored: Versioned<T>) => ReactNode;
}): ReactElement {
  const query = useQuery({
    // A separate key: data that the page reloads must not replace the record being edited.
    queryKey: ['to change', ...queryKey],
    queryFn: read,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return <Answered query={query}>{children}</Answered>;
}

/**
 * The version for `If-Match`, and a form's `readTheirs`; neither for a new record.
 * @param typedOf gives a record's texts in the form
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
