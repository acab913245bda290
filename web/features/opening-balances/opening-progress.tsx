// The progress of an import of opening balances, and its result once it has ended.
import type { OpeningImport } from '@kvartplata/contracts/billing/opening-balances.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Answered } from '../../ui/states.tsx';
import { openingOf } from './opening-balances.ts';

const WORDS = inBoth(
  {
    progress: 'Ход загрузки',
    QUEUED: 'Файл принят и ждёт своей очереди…',
    RUNNING: 'Проверяем и записываем…',
    UNDOING: 'Отменяем…',
  },
  {
    progress: 'Progress',
    QUEUED: 'The file is uploaded and waiting for its turn…',
    RUNNING: 'Checking and booking…',
    UNDOING: 'Undoing…',
  },
);

export function OpeningProgress({
  id,
  children,
}: {
  readonly id: number;
  readonly children: (ended: OpeningImport) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(openingOf(id));
  return (
    <Answered query={query}>
      {(found) => {
        const { status, undo, processedRows, rows } = found;
        if (status !== 'QUEUED' && status !== 'RUNNING') return children(found);
        return (
          <JobProgress label={t.progress} done={processedRows} all={rows}>
            {t[undo === 'UNDOING' ? undo : status]}
          </JobProgress>
        );
      }}
    </Answered>
  );
}
