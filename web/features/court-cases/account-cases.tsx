// The court cases of an account, on its card; a new one where none is open.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { ForRole } from '../../ui/for-role.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { CaseButton } from './case-button.tsx';
import { caseWords } from './case-words.ts';
import { casesOf } from './court-cases.ts';

const WORDS = inBoth(
  {
    title: 'Судебные дела',
    none: 'Дел не было.',
    one: (id: number) => `Дело № ${id}`,
    told: (state: string, since: string, total: string) =>
      `${state} ${since}, требование ${total} ₽`,
  },
  {
    title: 'Court cases',
    none: 'No cases.',
    one: (id) => `Case ${id}`,
    told: (state, since, total) => `${state} ${since}, claimed ${total} ₽`,
  },
);

export function AccountCases({
  accountId,
  accountNumber,
}: {
  readonly accountId: number;
  readonly accountNumber: string;
}): ReactElement {
  const t = useWords(WORDS);
  const { states } = useWords(caseWords);
  const navigate = useNavigate();
  const query = useInfiniteQuery(casesOf({ personalAccountId: accountId }));
  const cases = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isOpen = cases.some(({ state }) => state !== 'ended');
  return (
    <Sheet
      title={t.title}
      actions={
        query.data !== undefined &&
        !isOpen && (
          <ForRole least="accountant">
            <CaseButton
              accountId={accountId}
              accountNumber={accountNumber}
              onOpened={({ id }) =>
                void navigate({ to: '/debt-work/cases/$caseId', params: { caseId: String(id) } })
              }
            />
          </ForRole>
        )
      }
    >
      <Answered query={query}>
        {() =>
          cases.length === 0 ? (
            <Empty>{t.none}</Empty>
          ) : (
            <ul className="stack">
              {cases.map(({ id, state, stateSince, total }) => (
                <li key={id}>
                  <Link to="/debt-work/cases/$caseId" params={{ caseId: String(id) }}>
                    {t.one(id)}
                  </Link>{' '}
                  <span className="soft">
                    {t.told(states[state], showDay(stateSince), showFigure(total))}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Sheet>
  );
}
