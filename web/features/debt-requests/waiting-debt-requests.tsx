// A summary of the debt requests that wait for an answer; nothing if there are none.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showDay, today } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { WaitingList } from '../../ui/waiting-list.tsx';
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

export function WaitingDebtRequests({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useInfiniteQuery(debtRequestsOf({ organizationId, status: 'WAITING' }));
  return (
    <WaitingList
      query={query}
      title={t.title}
      state={(waiting) => {
        const isLate = waiting.some(({ dueOn }) => dueOn < today());
        return { said: isLate ? t.late : t.waiting, isLate };
      }}
      order={(one, other) => (one.dueOn < other.dueOn ? -1 : 1)}
    >
      {(request) => (
        <>
          <Link to="/debt-requests">{t.told(request.number, request.accountNumber)}</Link>{' '}
          {t.due(showDay(request.dueOn))}
        </>
      )}
    </WaitingList>
  );
}
