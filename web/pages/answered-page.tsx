// A page about one record, once it is read; a record that is not there has a page that says so.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Loading, Unread } from '../ui/states.tsx';

const WORDS = inBoth(
  { missing: 'Запись не найдена', broken: 'Страница не открылась', home: 'На главную' },
  { missing: 'Record not found', broken: 'The page did not open', home: 'To the start page' },
);

export function AnsweredPage<T>({
  query: { data, error, failureReason, refetch },
  children,
}: {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'failureReason' | 'refetch'>;
  readonly children: (data: T) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  if (data !== undefined) return <>{children(data)}</>;
  const failure = error ?? failureReason;
  if (failure === null) return <Loading />;
  const isMissing = failure instanceof RequestFailure && failure.status === 404;
  return (
    <Page title={isMissing ? t.missing : t.broken}>
      <Unread error={failure} onRetry={() => void refetch()} />
      <p>
        <Link to="/">{t.home}</Link>
      </p>
    </Page>
  );
}
