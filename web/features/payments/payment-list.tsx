// The payments of an account, and which debts each has paid.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { sourceName } from '../../lib/payment-sources.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { paymentsOf } from './payments.ts';
import { wentTo } from './went-to.ts';

const WORDS = inBoth(
  {
    caption: 'Платежи',
    paidOn: 'Дата',
    from: 'Откуда',
    amount: 'Сумма, ₽',
    went: 'Какой долг погашен',
    reversed: 'сторнирован',
    none: 'Платежей по счёту пока нет.',
  },
  {
    caption: 'Payments',
    paidOn: 'Day',
    from: 'From',
    amount: 'Amount, ₽',
    went: 'Which debt it has paid',
    reversed: 'reversed',
    none: 'The account has no payments yet.',
  },
);

export function PaymentList({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(paymentsOf(accountId));
  return (
    <PagedTable
      query={query}
      caption={t.caption}
      keyOf={({ id }) => id}
      empty={<Empty>{t.none}</Empty>}
      columns={[
        {
          title: t.paidOn,
          isName: true,
          cell: ({ paidOn, status }) => (
            <>
              {showDay(paidOn)}{' '}
              {status === 'REVERSED' && <span className="badge odd">{t.reversed}</span>}
            </>
          ),
        },
        {
          title: t.went,
          cell: (payment) => <span className="small">{wentTo(payment, language)}</span>,
        },
        {
          title: t.from,
          isExtra: true,
          cell: ({ source, reference }) => (
            <span className="small soft">
              {sourceName(source, language)}
              {reference === null ? '' : `, ${reference}`}
            </span>
          ),
        },
        { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
      ]}
    />
  );
}
