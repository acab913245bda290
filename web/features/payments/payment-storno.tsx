// Taking a payment back: what follows from it, and the reason that stays in the books.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import type { ReactElement, ReactNode } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { reversePayment } from './payments.ts';
import { wentTo } from './went-to.ts';

const WORDS = inBoth(
  {
    title: 'Сторно платежа',
    what: (amount: string, day: string) => `${amount} ₽ от ${day}`,
    owedAgain: (went: string) => `Снова станет долгом: ${went}.`,
    storno: 'Сторнировать',
    done: (amount: string) => `Платёж на ${amount} ₽ сторнирован.`,
  },
  {
    title: 'Storno of a payment',
    what: (amount, day) => `${amount} ₽ of ${day}`,
    owedAgain: (went) => `Due again: ${went}.`,
    storno: 'Reverse',
    done: (amount) => `The payment of ${amount} ₽ is reversed.`,
  },
);

export function PaymentStorno({
  payment,
  name,
  onDone,
}: {
  readonly payment: Payment;
  /** Of the account. */
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
