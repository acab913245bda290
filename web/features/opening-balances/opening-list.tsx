// The imported files of opening balances, and their outcomes.
import type { OpeningImport } from '@kvartplata/contracts/billing/opening-balances.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showInstant, showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { openingsOf } from './opening-balances.ts';

const WORDS = inBoth(
  {
    title: 'Загруженные остатки',
    file: 'Файл',
    at: 'Когда',
    asOf: 'Учёт с',
    rows: 'Строк',
    principal: 'Долг, ₽',
    penalty: 'Пени, ₽',
    advance: 'Авансы, ₽',
    none: 'Начальных остатков не загружали.',
    statuses: {
      QUEUED: 'в очереди',
      RUNNING: 'идёт',
      COMPLETED: 'записан',
      FAILED: 'не записан',
      UNDOING: 'отменяется',
      UNDONE: 'отменён',
    },
  },
  {
    title: 'Imported balances',
    file: 'File',
    at: 'When',
    asOf: 'Books from',
    rows: 'Rows',
    principal: 'Debts, ₽',
    penalty: 'Penalties, ₽',
    advance: 'Advances, ₽',
    none: 'No opening balances imported yet.',
    statuses: {
      QUEUED: 'waiting',
      RUNNING: 'in progress',
      COMPLETED: 'booked',
      FAILED: 'not booked',
      UNDOING: 'being undone',
      UNDONE: 'undone',
    },
  },
);
const BADGES = {
  QUEUED: '',
  RUNNING: '',
  COMPLETED: 'good',
  FAILED: 'debt',
  UNDOING: '',
  UNDONE: 'odd',
} as const;

export function OpeningList({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(openingsOf(organizationId));
  const sumOf = (field: keyof OpeningImport['totals']) => ({
    title: t[field],
    isFigure: true,
    cell: ({ totals }: OpeningImport) => showFigure(totals[field]),
  });
  return (
    <Sheet title={t.title}>
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ id }) => id}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          {
            title: t.file,
            isName: true,
            cell: ({ id, fileName, status, undo }) => (
              <>
                <Link to="/payments/opening/$importId" params={{ importId: String(id) }}>
                  {fileName}
                </Link>{' '}
                <span className={`badge ${BADGES[undo ?? status]}`}>
                  {t.statuses[undo ?? status]}
                </span>
              </>
            ),
          },
          {
            title: t.at,
            isExtra: true,
            cell: ({ createdAt }) => <span className="small">{showInstant(createdAt)}</span>,
          },
          { title: t.asOf, isExtra: true, cell: ({ asOf }) => showMonth(asOf, language) },
          { title: t.rows, isFigure: true, isExtra: true, cell: ({ rows }) => rows },
          sumOf('principal'),
          sumOf('penalty'),
          sumOf('advance'),
        ]}
      />
    </Sheet>
  );
}
