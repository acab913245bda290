// The payments of an account, and which debts each has paid.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { showDay } from '../../lib/days.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { ReversedBadge, usePaymentColumns } from './payment-columns.tsx';
import { PaymentStornoButton } from './payment-storno.tsx';
import { paymentsOf } from './payments.ts';

const WORDS = inBoth(
  {
    caption: 'Платежи',
    action: 'Действие',
    none: 'Платежей по счёту пока нет.',
  },
  {
    caption: 'Payments',
    action: 'Action',
    none: 'No payments yet.',
  },
);

export function PaymentList({
  accountId,
  name,
}: {
  readonly accountId: number;
  /** The account's name. */
  readonly name: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const columns = usePaymentColumns();
  const query = useInfiniteQuery(paymentsOf(accountId));
  const mayWork = useMay('accountant');
  return (
    <PagedTable
      query={query}
      caption={t.caption}
      keyOf={({ id }) => id}
      empty={<Empty>{t.none}</Empty>}
      columns={[
        {
          ...columns.paidOn,
          isName: true,
          cell: (payment) => (
            <>
              {showDay(payment.paidOn)} <ReversedBadge of={payment} />
            </>
          ),
        },
        columns.went,
        columns.from,
        columns.amount,
        {
          title: t.action,
          isAction: true,
          cell: (payment) => mayWork && <PaymentStornoButton payment={payment} name={name} />,
        },
      ]}
    />
  );
}
