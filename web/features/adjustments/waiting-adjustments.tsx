// A summary of the lines by hand that wait for a second person; nothing if there are none.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showRoubles } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { adjustmentWords, choiceOf } from './adjustment-words.ts';
import { waitingIn } from './adjustments.ts';

const WORDS = inBoth(
  { title: 'Строки вручную', waiting: 'ждут второго человека' },
  { title: 'Lines by hand', waiting: 'waiting for a second person' },
);
const SHOWN = 3;

export function WaitingAdjustments({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement | null {
  const t = useWords(WORDS);
  const { choices } = useWords(adjustmentWords);
  const { data, error, refetch } = useInfiniteQuery(waitingIn(organizationId));
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
          {waiting.slice(0, SHOWN).map((line) => (
            <li key={line.id}>
              <Link
                to="/accounts/$accountId"
                params={{ accountId: String(line.personalAccountId) }}
              >
                {choices[choiceOf(line)]}, {showRoubles(line.amount)}
              </Link>{' '}
              {line.reason}
            </li>
          ))}
        </ul>
      </li>
    </ul>
  );
}
