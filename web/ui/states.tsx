// What stands in the place of something that is not there yet, is not there, or could not be read.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { FailureNote } from './failure-note.tsx';

const WORDS = inBoth({ loading: 'Загружаем…' }, { loading: 'Loading…' });

export function Loading(): ReactElement {
  const t = useWords(WORDS);
  return (
    <p className="empty busy" role="status">
      {t.loading}
    </p>
  );
}

/** What is missing, and how it comes about. */
export function Empty({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
}): ReactElement {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** An answer, once it is there. */
export function Answered<T>({
  query,
  children,
}: {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}
