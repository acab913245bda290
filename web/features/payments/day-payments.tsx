// The payments of a day or a month: whose they are, what each has paid, and their sum; each can be reversed.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { ReversedBadge, usePaymentColumns } from './payment-columns.tsx';
import { PaymentStornoButton } from './payment-storno.tsx';
import { paymentsIn, type PaymentsOf } from './payments.ts';

const WORDS = inBoth(
  {
    caption: 'Платежи',
    account: 'Счёт',
    action: 'Действие',
    together: 'Итого без сторнированных',
    noneOfDay: 'За этот день платежей нет.',
    none: 'За этот месяц платежей не проведено.',
    nothing: 'По этим условиям платежей нет.',
  },
  {
    caption: 'Payments',
    account: 'Account',
    action: 'Action',
    together: 'Total, without reversed ones',
    noneOfDay: 'No payments on this day.',
    none: 'No payments are booked in this month.',
    nothing: 'No payments match.',
  },
);

export function DayPayments({
  of,
  isNarrowed,
  nameOf,
}: {
  readonly of: PaymentsOf;
  /** Whether there are filters other than the day or the month. */
  readonly isNarrowed: boolean;
  readonly nameOf: (accountId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const columns = usePaymentColumns();
  const query = useInfiniteQuery(paymentsIn(of));
  const mayWork = useMay('accountant');
  return (
    <PagedTable
      query={query}
      caption={t.caption}
      keyOf={({ id }) => id}
      empty={<Empty>{isNarrowed ? t.nothing : 'period' in of ? t.none : t.noneOfDay}</Empty>}
      columns={[
        {
          title: t.account,
          isName: true,
          total: t.together,
          cell: (payment) => (
            <>
              {nameOf(payment.personalAccountId)} <ReversedBadge of={payment} />
            </>
          ),
        },
        { ...columns.paidOn, isExtra: true },
        { ...columns.went, isExtra: true },
        columns.from,
        {
          ...columns.amount,
          total: query.hasNextPage ? '…' : showFigure(sumOfBooked(query.data?.pages ?? [])),
        },
        {
          title: t.action,
          isAction: true,
          cell: (payment) =>
            mayWork && (
              <PaymentStornoButton payment={payment} name={nameOf(payment.personalAccountId)} />
            ),
        },
      ]}
    />
  );
}

/** Over all pages: the sum of some of them would be wrong. */
function sumOfBooked(pages: readonly { readonly items: readonly Payment[] }[]): string {
  const payments = pages.flatMap(({ items }) => items);
  return sumOfMoney(
    payments.flatMap(({ amount, status }) => (status === 'BOOKED' ? [amount] : [])),
  );
}
