// What stands in the place of something that is not there yet, is not there, or could not be read.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { mayPass } from '../lib/queries.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { FailureNote } from './failure-note.tsx';
import { LateNote } from './late-note.tsx';

const WORDS = inBoth(
  { loading: 'Загружаем…', again: 'Пробуем снова сами.' },
  { loading: 'Loading…', again: 'Trying again by itself.' },
);
/** Lines of what will stand there, each of another length. */
const LINES = ['62%', '88%', '74%', '93%', '56%'];

/** The outline of what is being loaded; read out as words. */
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

/** An answer, once it is there; what is tried again meanwhile is told at once. */
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

/** What could not be read, and whether it is tried again meanwhile. */
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
