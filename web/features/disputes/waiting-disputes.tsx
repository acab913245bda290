// A summary of the disputes that wait for an answer; nothing if there are none.
import type { Dispute } from '@kvartplata/contracts/billing/disputes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
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
const SHOWN = 3;

export function WaitingDisputes({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement | null {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { data, error, refetch } = useInfiniteQuery(
    disputesOf({ organizationId, status: 'WAITING' }),
  );
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  const waiting = data?.pages.flatMap(({ items }) => items) ?? [];
  if (waiting.length === 0) return null;
  const hasMore = data?.pages.at(-1)?.nextCursor !== null;
  return (
    <ul className="checks">
      <li>
        <p className="row">
          <strong>{t.title}</strong>
          <span className="badge">{hasMore ? `> ${waiting.length}` : waiting.length}</span>
          <span className="badge push odd">{t.waiting}</span>
        </p>
        <ul className="small soft">
          {waiting.slice(0, SHOWN).map((dispute) => (
            <li key={dispute.id}>
              <Link to="/disputes">{t.told(dispute, showMonth(dispute.period, language))}</Link>{' '}
              {t.reason(dispute.reason)}
            </li>
          ))}
        </ul>
      </li>
    </ul>
  );
}
