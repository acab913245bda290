// The letters of a delivery, each with its outcome; all of them, or those with one outcome.
import {
  LETTER_OUTCOMES,
  type Delivery,
  type LetterOutcome,
} from '@kvartplata/contracts/billing/deliveries.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Choice } from '../../ui/choice.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { lettersOf } from './deliveries.ts';
import { isUnderWay } from '../../lib/under-way.ts';
import { outcomeWords } from './delivery-words.ts';
import { LetterState } from './letter-state.tsx';

const WORDS = inBoth(
  {
    caption: 'Письма',
    outcome: 'Что с письмом',
    all: 'Все',
    account: 'Счёт',
    recipient: 'Адрес',
    ended: 'Когда',
    none: 'Таких писем нет.',
  },
  {
    caption: 'Letters',
    outcome: 'Outcome',
    all: 'All',
    account: 'Account',
    recipient: 'Address',
    ended: 'When',
    none: 'There are no such letters.',
  },
);
const READ_EVERY_MS = 3_000;

export function LetterList({
  delivery,
  outcome,
  onChoose,
}: {
  readonly delivery: Delivery;
  readonly outcome: LetterOutcome | undefined;
  readonly onChoose: (outcome: LetterOutcome | undefined) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(outcomeWords);
  const isMoving = isUnderWay(delivery) || delivery.outcomes.waiting > 0;
  const query = useInfiniteQuery({
    ...lettersOf(delivery.id, outcome),
    refetchInterval: isMoving ? READ_EVERY_MS : false,
  });
  return (
    <>
      <div className="head filter">
        <Choice
          label={t.outcome}
          value={outcome ?? ''}
          options={[
            ['', t.all],
            ...LETTER_OUTCOMES.filter((one) => one === outcome || delivery.outcomes[one] > 0).map(
              (one) => [one, words.outcomes[one]] as const,
            ),
          ]}
          onChoose={(next) => onChoose(LETTER_OUTCOMES.find((one) => one === next))}
        />
      </div>
      <PagedTable
        query={query}
        caption={t.caption}
        empty={<Empty>{t.none}</Empty>}
        keyOf={({ personalAccountId }) => personalAccountId}
        columns={[
          {
            title: t.account,
            isName: true,
            cell: ({ personalAccountId, accountNumber }) => (
              <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
                <Identifier>{accountNumber}</Identifier>
              </Link>
            ),
          },
          { title: t.recipient, cell: ({ recipient }) => recipient ?? '' },
          { title: t.outcome, cell: (letter) => <LetterState {...letter} /> },
          {
            title: t.ended,
            isExtra: true,
            cell: ({ endedAt }) => (endedAt === null ? '' : showInstant(endedAt)),
          },
        ]}
      />
    </>
  );
}
