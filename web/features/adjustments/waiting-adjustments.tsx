// A summary of the lines by hand that wait for a second person; nothing if there are none.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showRoubles } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { WaitingList } from '../../ui/waiting-list.tsx';
import { adjustmentWords, choiceOf } from './adjustment-words.ts';
import { waitingIn } from './adjustments.ts';

const WORDS = inBoth(
  { title: 'Строки вручную', waiting: 'ждут второго человека' },
  { title: 'Lines by hand', waiting: 'waiting for a second person' },
);

export function WaitingAdjustments({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const { choices } = useWords(adjustmentWords);
  const query = useInfiniteQuery(waitingIn(organizationId));
  return (
    <WaitingList query={query} title={t.title} state={() => ({ said: t.waiting })}>
      {(line) => (
        <>
          <Link to="/accounts/$accountId" params={{ accountId: String(line.personalAccountId) }}>
            {choices[choiceOf(line)]}, {showRoubles(line.amount)}
          </Link>{' '}
          {line.reason}
        </>
      )}
    </WaitingList>
  );
}
