// The payments of an account, and which debts each has paid.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { ReversedBadge, usePaymentColumns } from './payment-columns.tsx';
import { paymentsOf } from './payments.ts';

const WORDS = inBoth(
  {
    caption: 'Платежи',
    none: 'Платежей по счёту пока нет.',
  },
  {
    caption: 'Payments',
    none: 'No payments yet.',
  },
);

export function PaymentList({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const columns = usePaymentColumns();
  const query = useInfiniteQuery(paymentsOf(accountId));
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
      ]}
    />
  );
}
