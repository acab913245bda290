// Reversing a payment: the consequences, and the reason that is kept in the books.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { reversePayment } from './payments.ts';
import { wentTo } from './went-to.ts';

const WORDS = inBoth(
  {
    short: 'Сторно',
    stornoOf: (amount: string) => `Сторно платежа на ${amount} ₽`,
    title: 'Сторно платежа',
    what: (amount: string, day: string) => `${amount} ₽ от ${day}`,
    owedAgain: (went: string) => `Снова станет долгом: ${went}.`,
    storno: 'Сторнировать',
    done: (amount: string) => `Платёж на ${amount} ₽ сторнирован.`,
  },
  {
    short: 'Storno',
    stornoOf: (amount) => `Storno of the payment of ${amount} ₽`,
    title: 'Storno of a payment',
    what: (amount, day) => `${amount} ₽ of ${day}`,
    owedAgain: (went) => `Due again: ${went}.`,
    storno: 'Reverse',
    done: (amount) => `The payment of ${amount} ₽ is reversed.`,
  },
);

/** For a payment that is not reversed. */
export function PaymentStornoButton({
  payment,
  name,
}: {
  readonly payment: Payment;
  /** The account's name. */
  readonly name: ReactNode;
}): ReactElement | null {
  const t = useWords(WORDS);
  const [isAsking, setAsking] = useState(false);
  if (payment.status !== 'BOOKED') return null;
  return (
    <>
      <Button
        kind="quiet"
        className="in-table"
        aria-label={t.stornoOf(showFigure(payment.amount))}
        onClick={() => setAsking(true)}
      >
        {t.short}
      </Button>
      {isAsking && <PaymentStorno payment={payment} name={name} onDone={() => setAsking(false)} />}
    </>
  );
}

function PaymentStorno({
  payment,
  name,
  onDone,
}: {
  readonly payment: Payment;
  /** The account's name. */
  readonly name: ReactNode;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const went = wentTo(payment, language);
  return (
    <Dialog title={t.title} onClose={onDone}>
      <div className="stack">
        <p>
          {name}: <strong>{t.what(showFigure(payment.amount), showDay(payment.paidOn))}</strong>
        </p>
        {went !== '' && <p className="soft">{t.owedAgain(went)}</p>}
        <ReasonForm
          save={t.storno}
          onCancel={onDone}
          act={async (reason, key) => {
            await reversePayment(payment.id, reason, key);
            await reloadBilling();
            tell(t.done(showFigure(payment.amount)));
            onDone();
          }}
        />
      </div>
    </Dialog>
  );
}
