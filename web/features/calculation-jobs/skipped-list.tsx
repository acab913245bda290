// The accounts that a calculation could not charge, or not in full: why, and a link to where it can be corrected.
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { skippedOf } from './jobs.ts';
import { CorrectionLink } from './correction-link.tsx';

const WORDS = inBoth(
  {
    title: 'Начислено не полностью',
    notCharged: 'Не начислено',
    account: 'Счёт',
    why: 'Почему',
    mend: 'Где исправить',
    none: 'Начислено всем и полностью.',
  },
  {
    title: 'Not charged in full',
    notCharged: 'Not charged',
    account: 'Account',
    why: 'Why',
    mend: 'Where to put it right',
    none: 'Everybody is charged in full.',
  },
);

export function SkippedList({
  job,
  nameOf,
  onClose,
}: {
  readonly job: CalculationJob;
  readonly nameOf: (accountId: number) => ReactNode;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(skippedOf(job.id));
  const title = job.createdCharges === 0 ? t.notCharged : t.title;
  return (
    <Dialog title={title} onClose={onClose}>
      <PagedTable
        query={query}
        caption={title}
        keyOf={(one) => `${one.personalAccountId} ${skipWords(one).en}`}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          { title: t.account, isName: true, cell: (one) => nameOf(one.personalAccountId) },
          { title: t.why, cell: (one) => skipWords(one)[language] },
          {
            title: t.mend,
            cell: (one) => <CorrectionLink of={one} period={job.period} here="month" />,
          },
        ]}
      />
    </Dialog>
  );
}
