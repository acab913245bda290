// The progress or the failure of an import, and its result once it has ended.
import type { PaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Answered } from '../../ui/states.tsx';
import { importOf } from './payment-imports.ts';

const WORDS = inBoth(
  {
    progress: 'Ход разбора',
    queued: 'Файл принят и ждёт своей очереди…',
    running: 'Ищем счета…',
    failed: 'Разобрать файл не удалось. Ничего не записано: загрузите его ещё раз.',
  },
  {
    progress: 'Progress',
    queued: 'The file is uploaded and waiting for its turn…',
    running: 'Looking up the accounts…',
    failed: 'The file could not be processed. Nothing was booked: send it again.',
  },
);

export function ImportProgress({
  id,
  children,
}: {
  readonly id: number;
  /** Shown for an import that has completed. */
  readonly children: (ended: PaymentImport) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useQuery(importOf(id));
  return (
    <Answered query={query}>
      {(found) => {
        const { status, processedRows, rows } = found;
        const why = jobErrorWords(found)?.[language];
        if (status === 'COMPLETED') return children(found);
        if (status === 'FAILED')
          return (
            <div className="failure" role="alert">
              <p>
                <strong>{t.failed}</strong>
              </p>
              {why !== undefined && <p className="small">{why}</p>}
            </div>
          );
        return (
          <JobProgress label={t.progress} done={processedRows} all={rows}>
            {status === 'QUEUED' ? t.queued : t.running}
          </JobProgress>
        );
      }}
    </Answered>
  );
}
