// The columns of every list of payments: the debts that each has paid, its source, its amount.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import type { ReactElement } from 'react';
import { showDay, showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import type { Column } from '../../ui/table.tsx';
import { bookedIn } from './booked-in.ts';
import { PaymentReasonsButton } from './payment-reasons.tsx';
import { wentTo } from './went-to.ts';

const WORDS = inBoth(
  {
    paidOn: 'Дата',
    went: 'Какой долг погашен',
    named: (month: string) => `в платеже назван ${month}`,
    from: 'Откуда',
    amount: 'Сумма, ₽',
    reversed: 'сторнирован',
  },
  {
    paidOn: 'Day',
    went: 'Debt paid',
    named: (month) => `the payment names ${month}`,
    from: 'From',
    amount: 'Amount, ₽',
    reversed: 'reversed',
  },
);

type PaymentColumns = Readonly<Record<'paidOn' | 'went' | 'from' | 'amount', Column<Payment>>>;

export function usePaymentColumns(): PaymentColumns {
  const t = useWords(WORDS);
  const language = useLanguage();
  return {
    paidOn: {
      title: t.paidOn,
      cell: (payment) => (
        <>
          {showDay(payment.paidOn)}{' '}
          <span className="small soft">{bookedIn(payment, language)}</span>
        </>
      ),
    },
    went: {
      title: t.went,
      cell: (payment) => (
        <>
          <span className="small">{wentTo(payment, language)}</span>{' '}
          {payment.namedPeriod !== null && !isWhereItWent(payment) && (
            <span className="small soft">{t.named(showMonth(payment.namedPeriod, language))} </span>
          )}
          {payment.status === 'BOOKED' && <PaymentReasonsButton payment={payment} />}
        </>
      ),
    },
    from: {
      title: t.from,
      isExtra: true,
      cell: ({ source, reference }) => (
        <span className="small soft">
          {sourceName(source, language)}
          {reference === null ? '' : `, ${reference}`}
        </span>
      ),
    },
    amount: { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
  };
}

/** Whether all of it has paid the month that it names. */
function isWhereItWent({ namedPeriod, allocation }: Payment): boolean {
  return (
    allocation.length > 0 &&
    allocation.every(({ debtKind, period }) => debtKind === 'principal' && period === namedPeriod)
  );
}

export function ReversedBadge({ of }: { readonly of: Payment }): ReactElement | null {
  const t = useWords(WORDS);
  return of.status === 'REVERSED' ? <span className="badge odd">{t.reversed}</span> : null;
}
