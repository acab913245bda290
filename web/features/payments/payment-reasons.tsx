// Why a payment has paid these debts: the month that its payer named, and each part with its article.
import type { Payment, PaymentWithHistory } from '@kvartplata/contracts/billing/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showDay, showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { said } from '../../lib/said.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { paymentOf } from './payments.ts';
import { wentTo } from './went-to.ts';

const WORDS = inBoth(
  {
    why: 'Почему',
    whyOf: (amount: string) => `Почему платёж на ${amount} ₽ погасил эти долги`,
    title: (amount: string, day: string) => `Платёж ${amount} ₽ от ${day}`,
    named: (month: string) => `Плательщик назвал месяц: ${month}.`,
    unnamed: 'Плательщик месяц не назвал.',
    caption: 'Какой долг погашен и почему',
    debt: 'Долг',
    fee: 'судебные расходы',
    amount: 'Сумма, ₽',
  },
  {
    why: 'Why',
    whyOf: (amount) => `Why the payment of ${amount} ₽ paid these debts`,
    title: (amount, day) => `Payment of ${amount} ₽ of ${day}`,
    named: (month) => `The payer named ${month}.`,
    unnamed: 'The payer named no month.',
    caption: 'Which debt is paid, and why',
    debt: 'Debt',
    fee: 'court costs',
    amount: 'Amount, ₽',
  },
);

/** Opens the reasons of a payment. */
export function PaymentReasonsButton({ payment }: { readonly payment: Payment }): ReactElement {
  const t = useWords(WORDS);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        className="in-table screen-only"
        aria-label={t.whyOf(showFigure(payment.amount))}
        onClick={() => setOpen(true)}
      >
        {t.why}
      </Button>
      {isOpen && <PaymentReasons payment={payment} onDone={() => setOpen(false)} />}
    </>
  );
}

function PaymentReasons({
  payment,
  onDone,
}: {
  readonly payment: Payment;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useQuery(paymentOf(payment.id));
  const { amount, paidOn, namedPeriod } = payment;
  return (
    <Dialog title={t.title(showFigure(amount), showDay(paidOn))} onClose={onDone}>
      <div className="stack">
        <p>{namedPeriod === null ? t.unnamed : t.named(showMonth(namedPeriod, language))}</p>
        <Answered query={query}>{({ explanation }) => <Reasons of={explanation} />}</Answered>
      </div>
    </Dialog>
  );
}

function Reasons({ of }: { readonly of: PaymentWithHistory['explanation'] }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  return (
    <Table
      caption={t.caption}
      rows={of}
      keyOf={({ debtKind, period, ground }) => `${debtKind} ${period ?? ''} ${ground}`}
      columns={[
        {
          title: t.debt,
          isName: true,
          cell: (part) => (
            <>
              {wentTo({ allocation: [part] }, language)}
              {part.isCourtFee && `, ${t.fee}`}
            </>
          ),
        },
        { title: t.why, cell: (part) => <span className="small">{said(part, language)}</span> },
        { title: t.amount, isFigure: true, cell: (part) => showFigure(part.amount) },
      ]}
    />
  );
}
