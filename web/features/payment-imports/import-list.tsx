// The registries that were taken in, and what became of each.
import type { ListedPaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { sourceName } from '../../lib/payment-sources.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { importsOf } from './payment-imports.ts';

const WORDS = inBoth(
  {
    title: 'Загруженные реестры',
    file: 'Файл',
    at: 'Когда',
    profile: 'Вид',
    rows: 'Строк',
    matched: 'Записано',
    waiting: 'Ждали решения',
    rejected: 'Отклонено',
    amount: 'Записано, ₽',
    reversed: 'отменён',
    failed: 'не удался',
    underWay: 'разбирается',
    none: 'Реестров пока не загружали.',
  },
  {
    title: 'Imported registries',
    file: 'File',
    at: 'When',
    profile: 'Kind',
    rows: 'Rows',
    matched: 'Booked',
    waiting: 'Were waiting',
    rejected: 'Rejected',
    amount: 'Booked, ₽',
    reversed: 'reversed',
    failed: 'failed',
    underWay: 'in progress',
    none: 'No registries imported yet.',
  },
);

export function ImportList({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(importsOf(organizationId));
  const badge = ({ status, reversal }: ListedPaymentImport): ReactElement | null => {
    if (reversal !== null) return <span className="badge odd">{t.reversed}</span>;
    if (status === 'FAILED') return <span className="badge debt">{t.failed}</span>;
    return status === 'COMPLETED' ? null : <span className="badge">{t.underWay}</span>;
  };
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
            cell: (found) => (
              <>
                <Link to="/payments/imports/$importId" params={{ importId: String(found.id) }}>
                  {found.fileName}
                </Link>{' '}
                {badge(found)}
              </>
            ),
          },
          {
            title: t.at,
            isExtra: true,
            cell: ({ createdAt }) => <span className="small">{showInstant(createdAt)}</span>,
          },
          {
            title: t.profile,
            isExtra: true,
            cell: ({ profile }) => <span className="small">{sourceName(profile, language)}</span>,
          },
          { title: t.rows, isFigure: true, isExtra: true, cell: ({ rows }) => rows },
          { title: t.matched, isFigure: true, cell: ({ matched }) => matched },
          {
            title: t.waiting,
            isFigure: true,
            isExtra: true,
            cell: ({ quarantined }) => quarantined,
          },
          { title: t.rejected, isFigure: true, isExtra: true, cell: ({ rejected }) => rejected },
          {
            title: t.amount,
            isFigure: true,
            cell: ({ matchedAmount }) => showFigure(matchedAmount),
          },
        ]}
      />
    </Sheet>
  );
}
