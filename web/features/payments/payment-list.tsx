// The payments of an account, and which debts each has paid.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showDay, showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords, type Language } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { paymentsOf } from './payments.ts';

const WORDS = inBoth(
  {
    caption: 'Платежи',
    paidOn: 'Дата',
    from: 'Откуда',
    amount: 'Сумма, ₽',
    went: 'Куда зачтено',
    advance: 'аванс',
    penalty: (month: string) => `пени за ${month}`,
    reversed: 'сторнирован',
    none: 'Платежей по счёту пока нет.',
  },
  {
    caption: 'Payments',
    paidOn: 'Day',
    from: 'From',
    amount: 'Amount, ₽',
    went: 'What it has paid',
    advance: 'advance',
    penalty: (month) => `penalty of ${month}`,
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
          cell: (payment) => <span className="small">{wentTo(payment, t, language)}</span>,
        },
        {
          title: t.from,
          isExtra: true,
          cell: ({ source, reference }) => (
            <span className="small soft">
              {source}
              {reference === null ? '' : `, ${reference}`}
            </span>
          ),
        },
        { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
      ]}
    />
  );
}

/** `ноябрь 2025 – октябрь 2026, аванс`: months in a row as one stretch. */
function wentTo({ allocation }: Payment, t: (typeof WORDS)['ru'], language: Language): string {
  const principal = allocation.flatMap(({ debtKind, period }) =>
    debtKind === 'principal' && period !== null ? [period] : [],
  );
  const [first, last] = [principal[0], principal.at(-1)];
  const stretch =
    first === undefined || last === undefined
      ? []
      : first === last
        ? [showMonth(first, language)]
        : [`${showMonth(first, language)} – ${showMonth(last, language)}`];
  const penalties = allocation.flatMap(({ debtKind, period }) =>
    debtKind === 'penalty' && period !== null ? [t.penalty(showMonth(period, language))] : [],
  );
  const advance = allocation.some(({ period }) => period === null) ? [t.advance] : [];
  return [...stretch, ...penalties, ...advance].join(', ');
}
