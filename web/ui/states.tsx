// Placeholders for what is loading, does not exist, or could not be read.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { mayPass } from '../lib/queries.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { FailureNote } from './failure-note.tsx';
import { LateNote } from './late-note.tsx';

const WORDS = inBoth(
  { loading: 'Загружаем…', again: 'Пробуем снова сами.' },
  { loading: 'Loading…', again: 'Trying again automatically.' },
);
/** Widths of the placeholder lines. */
const LINES = ['62%', '88%', '74%', '93%', '56%'];

/** The outline of what is loading; read as text by screen readers. */
export function Loading(): ReactElement {
  const t = useWords(WORDS);
  return (
    <div className="skeleton">
      <p className="unseen" role="status">
        {t.loading}
      </p>
      {LINES.map((width) => (
        <span key={width} style={{ width }} />
      ))}
      <LateNote of="reads" />
    </div>
  );
}

/** What is missing, and how to get it. */
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

/** The data, once it is there; retries are announced at once. */
export function Answered<T>({
  query,
  children,
}: {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'failureReason' | 'refetch'>;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  const { data, error, failureReason, refetch } = query;
  if (data !== undefined) return children(data);
  const failure = error ?? failureReason;
  if (failure === null) return <Loading />;
  return <Unread error={failure} onRetry={() => void refetch()} />;
}

/** What could not be read, and whether it is being retried. */
export function Unread({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <FailureNote error={error} onRetry={onRetry}>
      {mayPass(error) && <span className="soft">{t.again}</span>}
    </FailureNote>
  );
}
