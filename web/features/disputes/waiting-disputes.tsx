// A summary of the disputes that wait for an answer; nothing if there are none.
import type { Dispute } from '@kvartplata/contracts/billing/disputes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { WaitingList } from '../../ui/waiting-list.tsx';
import { disputesOf } from './disputes.ts';

const WORDS = inBoth(
  {
    title: 'Обращения жильцов',
    waiting: 'ждут ответа',
    told: ({ accountNumber, serviceName }: Dispute, month: string) =>
      `${accountNumber}, ${serviceName}, ${month}`,
    reason: (reason: string) => `«${reason}»`,
  },
  {
    title: 'Residents’ disputes',
    waiting: 'waiting for an answer',
    told: ({ accountNumber, serviceName }, month) => `${accountNumber}, ${serviceName}, ${month}`,
    reason: (reason) => `“${reason}”`,
  },
);

export function WaitingDisputes({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(disputesOf({ organizationId, status: 'WAITING' }));
  return (
    <WaitingList query={query} title={t.title} state={() => ({ said: t.waiting })}>
      {(dispute) => (
        <>
          <Link to="/disputes">{t.told(dispute, showMonth(dispute.period, language))}</Link>{' '}
          {t.reason(dispute.reason)}
        </>
      )}
    </WaitingList>
  );
}
