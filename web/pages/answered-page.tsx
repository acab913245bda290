// A page about one record, once it is read; a record that is not there has a page that says so.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';

const WORDS = inBoth(
  { missing: 'Запись не найдена', broken: 'Страница не открылась', home: 'На главную' },
  { missing: 'Record not found', broken: 'The page did not open', home: 'To the start page' },
);

export function AnsweredPage<T>({
  query,
  children,
}: {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'failureReason' | 'refetch'>;
  readonly children: (data: T) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const failure = query.error ?? query.failureReason;
  const answered = <Answered query={query}>{children}</Answered>;
  if (query.data !== undefined || failure === null) return answered;
  const isMissing = failure instanceof RequestFailure && failure.status === 404;
  return (
    <Page title={isMissing ? t.missing : t.broken}>
      {answered}
      <p>
        <Link to="/">{t.home}</Link>
      </p>
    </Page>
  );
}
