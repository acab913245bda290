// A line on the start page about what is due in debt work; nothing if there is nothing.
import type { DueItem } from '@kvartplata/contracts/billing/debt-work.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { dueOf } from './debt-work.ts';

const WORDS = inBoth(
  {
    title: 'Работа с долгами',
    due: 'пора сделать',
    kinds: {
      'notice-term': 'истекает срок уведомления',
      'case-step': 'следующий шаг дела',
      limitation: 'истекает исковая давность',
    },
    told: (number: string, what: string, day: string) => `${number}: ${what}, до ${day}`,
  },
  {
    title: 'Debt work',
    due: 'due',
    kinds: {
      'notice-term': 'the term of a notice ends',
      'case-step': 'next step of a case',
      limitation: 'the limitation runs out',
    },
    told: (number, what, day) => `${number}: ${what}, by ${day}`,
  },
);
const SHOWN = 3;

export function WaitingDebts({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement | null {
  const t = useWords(WORDS);
  const { data, error, refetch } = useQuery(dueOf(organizationId));
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.total === 0) return null;
  const say = ({ accountNumber, kind, dueOn }: DueItem): string =>
    t.told(accountNumber, t.kinds[kind], showDay(dueOn));
  return (
    <ul className="checks">
      <li>
        <p className="row">
          <Link to="/debt-work">
            <strong>{t.title}</strong>
          </Link>
          <span className="badge">{data.total}</span>
          <span className="badge push odd">{t.due}</span>
        </p>
        <ul className="small soft">
          {data.items.slice(0, SHOWN).map((item) => (
            <li key={`${item.kind} ${item.personalAccountId} ${item.state} ${item.dueOn}`}>
              {say(item)}
            </li>
          ))}
        </ul>
      </li>
    </ul>
  );
}
