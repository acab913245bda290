// Court cases: whose they are, their state, how much is claimed, and what was paid since.
import type { CourtCase } from '@kvartplata/contracts/billing/court-cases.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { caseWords } from './case-words.ts';
import { casesOf } from './court-cases.ts';

const WORDS = inBoth(
  {
    caption: 'Судебные дела',
    number: 'Дело',
    name: (id: number) => `№ ${id}`,
    payer: 'Плательщик',
    address: 'Адрес',
    state: 'Состояние',
    since: (day: string) => `с ${day}`,
    due: 'Следующий шаг до',
    claimed: 'Требование, ₽',
    duty: 'Пошлина, ₽',
    difference: 'Изменилось, ₽',
    none: 'Дел нет. Дело открывают из списка должников или из карточки счёта.',
  },
  {
    caption: 'Court cases',
    number: 'Case',
    name: (id) => `No. ${id}`,
    payer: 'Payer',
    address: 'Address',
    state: 'State',
    since: (day) => `since ${day}`,
    due: 'Next step by',
    claimed: 'Claimed, ₽',
    duty: 'Duty, ₽',
    difference: 'Changed by, ₽',
    none: 'No cases. A case is opened from the list of debtors or from an account.',
  },
);

export function CaseList({ of }: { readonly of: Parameters<typeof casesOf>[0] }): ReactElement {
  const t = useWords(WORDS);
  const query = useInfiniteQuery(casesOf(of));
  return (
    <PagedTable
      query={query}
      caption={t.caption}
      keyOf={({ id }) => id}
      empty={<Empty>{t.none}</Empty>}
      columns={useCaseColumns()}
    />
  );
}

function useCaseColumns(): readonly Column<CourtCase>[] {
  const t = useWords(WORDS);
  const { states } = useWords(caseWords);
  return [
    {
      title: t.number,
      isName: true,
      cell: ({ id, accountNumber }) => (
        <>
          <Link to="/debt-work/cases/$caseId" params={{ caseId: String(id) }}>
            {t.name(id)}
          </Link>{' '}
          <span className="small soft identifier">{accountNumber}</span>
        </>
      ),
    },
    { title: t.payer, cell: ({ payer }) => payer },
    { title: t.address, isExtra: true, cell: ({ address }) => unbroken(address) },
    {
      title: t.state,
      cell: ({ state, stateSince }) => (
        <>
          <span className="badge">{states[state]}</span>{' '}
          <span className="small soft wide-only">{t.since(showDay(stateSince))}</span>
        </>
      ),
    },
    {
      title: t.due,
      isExtra: true,
      cell: ({ dueOn }) => (dueOn === null ? '–' : showDay(dueOn)),
    },
    { title: t.claimed, isFigure: true, cell: ({ total }) => showFigure(total) },
    {
      title: t.duty,
      isFigure: true,
      isExtra: true,
      cell: ({ stateDuty }) => showFigure(stateDuty),
    },
    {
      title: t.difference,
      isFigure: true,
      isExtra: true,
      cell: ({ now }) => (signOf(now.difference) === 0 ? '–' : showFigure(now.difference)),
    },
  ];
}
