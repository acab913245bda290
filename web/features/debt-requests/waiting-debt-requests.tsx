// A summary of the debt requests that wait for an answer; nothing if there are none.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showDay, today } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { debtRequestsOf } from './debt-requests.ts';

const WORDS = inBoth(
  {
    title: 'Запросы о задолженности',
    waiting: 'ждут ответа',
    late: 'есть просроченные',
    told: (number: string, account: string) => `${number}, счёт ${account}`,
    due: (day: string) => `ответить до ${day}`,
  },
  {
    title: 'Requests about debts',
    waiting: 'waiting for an answer',
    late: 'some are late',
    told: (number, account) => `${number}, account ${account}`,
    due: (day) => `answer by ${day}`,
  },
);
const SHOWN = 3;

export function WaitingDebtRequests({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement | null {
  const t = useWords(WORDS);
  const { data, error, refetch } = useInfiniteQuery(
    debtRequestsOf({ organizationId, status: 'WAITING' }),
  );
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  const waiting = data?.pages.flatMap(({ items }) => items) ?? [];
  if (waiting.length === 0) return null;
  const hasMore = data?.pages.at(-1)?.nextCursor !== null;
  const isLate = waiting.some(({ dueOn }) => dueOn < today());
  return (
    <ul className="checks">
      <li>
        <p className="row">
          <strong>{t.title}</strong>
          <span className="badge">{hasMore ? `> ${waiting.length}` : waiting.length}</span>
          <span className={isLate ? 'badge push debt' : 'badge push odd'}>
            {isLate ? t.late : t.waiting}
          </span>
        </p>
        <ul className="small soft">
          {waiting
            .toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : 1))
            .slice(0, SHOWN)
            .map((request) => (
              <li key={request.id}>
                <Link to="/debt-requests">{t.told(request.number, request.accountNumber)}</Link>{' '}
                {t.due(showDay(request.dueOn))}
              </li>
            ))}
        </ul>
      </li>
    </ul>
  );
}
