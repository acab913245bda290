// The payments of an account, and which debts each has paid.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { showDay } from '../../lib/days.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { LongTable } from '../../ui/long-table.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
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
  const columns = useColumns(name);
  const query = useQuery(paymentsOf(accountId));
  return (
    <Answered query={query}>
      {(payments) =>
        payments.length === 0 ? (
          <Empty>{t.none}</Empty>
        ) : (
          <LongTable caption={t.caption} rows={payments} keyOf={({ id }) => id} columns={columns} />
        )
      }
    </Answered>
  );
}

function useColumns(name: ReactNode): readonly Column<Payment>[] {
  const t = useWords(WORDS);
  const columns = usePaymentColumns();
  const mayWork = useMay('accountant');
  return [
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
  ];
}
