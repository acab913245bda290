// The plans of an account, and a new one.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { InstalmentForm, type OwedMonths } from './instalment-form.tsx';
import { InstalmentPlan } from './instalment-plan.tsx';
import { plansOf } from './instalments.ts';

const WORDS = inBoth(
  {
    title: 'Рассрочка',
    add: 'Дать рассрочку',
    none: 'Рассрочки нет. Пока она выполняется, на долг в ней не начисляются пени.',
  },
  {
    title: 'Instalments',
    add: 'Agree a plan',
    none: 'No plan. While one is kept, what it covers bears no penalties.',
  },
);

export function InstalmentSheet({
  accountId,
  owed,
}: {
  readonly accountId: number;
  /** The months with a debt. */
  readonly owed: OwedMonths;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useInfiniteQuery(plansOf(accountId));
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
      <Answered query={query}>
        {({ pages }) => {
          const plans = pages.flatMap(({ items }) => items);
          if (plans.length === 0) return <Empty>{t.none}</Empty>;
          return plans.map((plan) => <InstalmentPlan key={plan.id} plan={plan} />);
        }}
      </Answered>
      {isAdding && (
        <Dialog title={t.add} onClose={() => setAdding(false)}>
          <InstalmentForm
            accountId={accountId}
            owed={owed}
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
