// The lines by hand of an account, and a new one.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { AdjustmentActions } from './adjustment-actions.tsx';
import { AdjustmentForm, type ServiceChoice } from './adjustment-form.tsx';
import { adjustmentWords, choiceOf } from './adjustment-words.ts';
import { adjustmentsOf } from './adjustments.ts';

const WORDS = inBoth(
  {
    title: 'Строки вручную',
    add: 'Строка вручную',
    none: 'Доначислений, скидок и списаний вручную не было.',
    what: 'Строка',
    month: 'За месяц',
    why: 'Причина и документ',
    amount: 'Сумма, ₽',
    action: 'Действие',
  },
  {
    title: 'Lines by hand',
    add: 'Add a line',
    none: 'No lines by hand yet.',
    what: 'Line',
    month: 'For month',
    why: 'Reason and document',
    amount: 'Amount, ₽',
    action: 'Action',
  },
);

export function AdjustmentSheet({
  accountId,
  services,
}: {
  readonly accountId: number;
  /** The services of the account's house. */
  readonly services: readonly ServiceChoice[];
}): ReactElement {
  const t = useWords(WORDS);
  const [isAdding, setAdding] = useState(false);
  return (
    <Sheet
      title={t.title}
      actions={
        <ForRole least="accountant">
          <Button onClick={() => setAdding(true)}>{t.add}</Button>
        </ForRole>
      }
    >
      <Lines accountId={accountId} />
      {isAdding && (
        <Dialog title={t.add} onClose={() => setAdding(false)}>
          <AdjustmentForm
            accountId={accountId}
            services={services}
            onCancel={() => setAdding(false)}
            onDone={async () => {
              await reloadBilling();
              setAdding(false);
            }}
          />
        </Dialog>
      )}
    </Sheet>
  );
}

function Lines({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { choices, statuses } = useWords(adjustmentWords);
  const query = useInfiniteQuery(adjustmentsOf(accountId));
  const mayWork = useMay('accountant');
  return (
    <PagedTable
      query={query}
      caption={t.title}
      keyOf={({ id }) => id}
      empty={<Empty>{t.none}</Empty>}
      columns={[
        {
          title: t.what,
          isName: true,
          cell: (line) => (
            <>
              {choices[choiceOf(line)]}
              {line.serviceName !== null && <span className="soft"> {line.serviceName}</span>}
              {line.status !== 'BOOKED' && (
                <span className="badge odd"> {statuses[line.status]}</span>
              )}
            </>
          ),
        },
        { title: t.month, isExtra: true, cell: ({ period }) => showMonth(period, language) },
        {
          title: t.why,
          cell: ({ reason, basis, note }) => (
            <span className="small">
              {reason} <span className="soft">{[basis, note].filter(Boolean).join(' · ')}</span>
            </span>
          ),
        },
        { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
        {
          title: t.action,
          isAction: true,
          cell: (line) => mayWork && <AdjustmentActions of={line} />,
        },
      ]}
    />
  );
}
