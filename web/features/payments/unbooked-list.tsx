// Entered payments that are not booked yet, with the reason; and those booked since the page was opened.
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure, showRoubles } from '../../lib/figures.ts';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { book, forget, useUnbooked, type Waiting } from './unbooked-payments.ts';
import { wentTo } from './went-to.ts';

const WORDS = inBoth(
  {
    sending: 'записывается…',
    unsent: 'Не записано. Отправьте ещё раз: дважды этот платёж не запишется.',
    again: 'Отправить ещё раз',
    correct: 'Исправить',
    forget: 'Убрать',
    booked: (name: string, amount: string, went: string) =>
      `Записано: ${name}, ${amount} ₽ → ${went}.`,
    together: (count: number, amount: string) =>
      `С открытия страницы: ${counted(count, 'платёж', 'платежа', 'платежей')} на ${amount} ₽.`,
  },
  {
    sending: 'booking…',
    unsent: 'Not booked. Send it again: it will not be booked twice.',
    again: 'Send again',
    correct: 'Correct',
    forget: 'Discard',
    booked: (name, amount, went) => `Booked: ${name}, ${amount} ₽ → ${went}.`,
    together: (count, amount) =>
      `Since you opened the page: ${countedEn(count, 'payment')}, ${amount} ₽.`,
  },
);

export function UnbookedList({
  organizationId,
  onCorrect,
}: {
  readonly organizationId: number;
  readonly onCorrect: (payment: Waiting) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const {
    waiting,
    booked: { count, amount, last },
  } = useUnbooked(organizationId);
  return (
    <>
      <div role="status" className="small row news">
        {last !== undefined && (
          <>
            <span>{t.booked(last.name, showFigure(last.amount), wentTo(last, language))}</span>
            <span className="soft push">{t.together(count, showFigure(amount))}</span>
          </>
        )}
      </div>
      {waiting.length > 0 && (
        <ul className="unbooked">
          {waiting.map((payment) => (
            <li key={payment.key}>
              <p className="row">
                <strong>{payment.name}</strong>
                <span>{showRoubles(String(payment.body.amount))}</span>
                <span className="soft">{showDay(payment.body.paidOn)}</span>
                {payment.isSending === true && <span className="soft busy">{t.sending}</span>}
              </p>
              {payment.isSending !== true && <NotBooked payment={payment} onCorrect={onCorrect} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A refused payment can be corrected; for one without a response it is unknown whether it is booked. */
function NotBooked({
  payment,
  onCorrect,
}: {
  readonly payment: Waiting;
  readonly onCorrect: (payment: Waiting) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { failure } = payment;
  const isRefused =
    failure instanceof RequestFailure && failure.status >= 400 && failure.status < 500;
  return (
    <>
      {failure === undefined ? <p>{t.unsent}</p> : <FailureNote error={failure} />}
      <div className="row">
        <Button onClick={() => book(payment)}>{t.again}</Button>
        {isRefused && <Button onClick={() => onCorrect(payment)}>{t.correct}</Button>}
        <Button kind="quiet" onClick={() => forget(payment.key)}>
          {t.forget}
        </Button>
      </div>
    </>
  );
}
