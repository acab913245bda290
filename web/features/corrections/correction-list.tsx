// The charged corrections of a house, newest first; each opens to its lines.
import type { Correction } from '@kvartplata/contracts/billing/corrections.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showInstant, showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { CorrectionLines } from './correction-lines.tsx';
import { correctionOf, correctionsOf } from './corrections.ts';

const WORDS = inBoth(
  {
    title: 'Проведённые исправления',
    none: 'Прошлые месяцы этого дома ещё не исправляли.',
    reason: 'Причина',
    months: 'За месяцы',
    charged: 'В начислениях за',
    lines: 'Строк',
    amount: 'Итого, ₽',
    when: 'Когда',
  },
  {
    title: 'Corrections made',
    none: 'No past months of this house have been corrected.',
    reason: 'Reason',
    months: 'Of months',
    charged: 'Charged with',
    lines: 'Lines',
    amount: 'Total, ₽',
    when: 'When',
  },
);

export function CorrectionList({ houseId }: { readonly houseId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(correctionsOf(houseId));
  const [opened, setOpened] = useState<Correction>();
  return (
    <Sheet title={t.title}>
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ id }) => id}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          {
            title: t.reason,
            isName: true,
            cell: (one) => (
              <Button kind="quiet" className="in-table" onClick={() => setOpened(one)}>
                {one.reason}
              </Button>
            ),
          },
          {
            title: t.months,
            cell: ({ periodFrom, periodTo }) =>
              [...new Set([periodFrom, periodTo])]
                .map((period) => showMonth(period, language))
                .join(' – '),
          },
          { title: t.charged, cell: ({ period }) => showMonth(period, language) },
          { title: t.lines, isFigure: true, isExtra: true, cell: ({ lineCount }) => lineCount },
          { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
          { title: t.when, isExtra: true, cell: ({ createdAt }) => showInstant(createdAt) },
        ]}
      />
      {opened !== undefined && (
        <Dialog title={opened.reason} onClose={() => setOpened(undefined)}>
          <Lines correctionId={opened.id} />
        </Dialog>
      )}
    </Sheet>
  );
}

function Lines({ correctionId }: { readonly correctionId: number }): ReactElement {
  const query = useQuery(correctionOf(correctionId));
  return <Answered query={query}>{({ lines }) => <CorrectionLines lines={lines} />}</Answered>;
}
