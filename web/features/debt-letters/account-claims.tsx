// The claim letters to an account, on its card: when, for how much, and each as PDF.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { claimLetterOf, claimsOf } from './debt-letters.ts';

const WORDS = inBoth(
  {
    title: 'Претензии',
    madeOn: 'Составлена',
    principal: 'Основной долг, ₽',
    penalty: 'Пени, ₽',
    total: 'Всего, ₽',
    letter: 'PDF',
    none: 'Претензий не было. Их пишут всем должникам в разделе «Должники», одному – в судебном деле.',
  },
  {
    title: 'Claim letters',
    madeOn: 'Made',
    principal: 'Principal, ₽',
    penalty: 'Penalties, ₽',
    total: 'Total, ₽',
    letter: 'PDF',
    none: 'No claim letters. All debtors get theirs under Debtors, a single one in a court case.',
  },
);

export function AccountClaims({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useInfiniteQuery(claimsOf(accountId));
  return (
    <Sheet title={t.title}>
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ debtLettersId }) => debtLettersId}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          { title: t.madeOn, isName: true, cell: ({ madeOn }) => showDay(madeOn) },
          {
            title: t.principal,
            isFigure: true,
            isExtra: true,
            cell: ({ principal }) => showFigure(principal),
          },
          {
            title: t.penalty,
            isFigure: true,
            isExtra: true,
            cell: ({ penalty }) => showFigure(penalty),
          },
          { title: t.total, isFigure: true, cell: ({ total }) => showFigure(total) },
          {
            title: '',
            isAction: true,
            cell: (letter) => <ExportButton label={t.letter} file={claimLetterOf(letter)} />,
          },
        ]}
      />
    </Sheet>
  );
}
