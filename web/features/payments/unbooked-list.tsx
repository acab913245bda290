// Entered payments that are not booked yet, with the reason; and those booked since the page was opened.
import { useMutation } from '@tanstack/react-query';
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure, showRoubles } from '../../lib/figures.ts';
import { mayHaveHappened, RequestFailure } from '@kvartplata/client/request-failure.ts';
import {
  counted,
  countedEn,
  inBoth,
  useLanguage,
  useWords,
  type Language,
} from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { bookedIn } from './booked-in.ts';
import { book, forget, isKeyForgotten, useUnbooked, type Waiting } from './unbooked-payments.ts';
import { wentTo } from './went-to.ts';

const WORDS = inBoth(
  {
    sending: 'записывается…',
    unknown: 'Записан ли этот платёж, неизвестно. Отправьте ещё раз: дважды он не запишется.',
    old: 'Записан ли этот платёж, неизвестно, и отправлен он давно. Найдите его среди платежей этого дня; отправляйте ещё раз, только если его там нет.',
    again: 'Отправить ещё раз',
    correct: 'Исправить',
    inEntry: 'исправляется выше',
    leaveAsIs: 'Не исправлять',
    forget: 'Убрать',
    booked: (name: string, amount: string, went: string) =>
      `Записано: ${name}, ${amount} ₽ → ${went}.`,
    together: (count: number, amount: string) =>
      `С открытия страницы: ${counted(count, 'платёж', 'платежа', 'платежей')} на ${amount} ₽.`,
  },
  {
    sending: 'booking…',
    unknown:
      'It is not known whether this payment is booked. Send it again: it will not be booked twice.',
    old: 'It is not known whether this payment is booked, and it was sent long ago. Look for it among the payments of its day; send it again only if it is not there.',
    again: 'Send again',
    correct: 'Correct',
    inEntry: 'being corrected above',
    leaveAsIs: 'Leave as it is',
    forget: 'Discard',
    booked: (name, amount, went) => `Booked: ${name}, ${amount} ₽ → ${went}.`,
    together: (count, amount) =>
      `Since you opened the page: ${countedEn(count, 'payment')}, ${amount} ₽.`,
  },
);

type Correction = {
  /** The key of the payment that is in the entry above. */
  readonly corrected: string | undefined;
  /** Puts a payment into the entry, or none. */
  readonly onCorrect: (payment: Waiting | undefined) => Promise<void>;
};

export function UnbookedList({
  organizationId,
  ...correction
}: Correction & { readonly organizationId: number }): ReactElement {
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
            <span>{t.booked(last.name, showFigure(last.amount), where(last, language))}</span>
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
                {payment.key === correction.corrected && <span className="soft">{t.inEntry}</span>}
              </p>
              {payment.isSending !== true && <NotBooked payment={payment} {...correction} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The debts that it has paid, and the month in which it is booked if that is another one than its day's. */
function where(payment: Payment, language: Language): string {
  return [wentTo(payment, language), bookedIn(payment, language)]
    .filter((words) => words !== undefined)
    .join(', ');
}

/** A refused payment can be corrected; of any other it is unknown whether it is booked. */
function NotBooked({
  payment,
  corrected,
  onCorrect,
}: Correction & { readonly payment: Waiting }): ReactElement {
  const t = useWords(WORDS);
  const { failure } = payment;
  const correcting = useMutation({ mutationFn: onCorrect });
  const isRefused = isNotBooked(failure);
  return (
    <>
      {failure !== undefined && <FailureNote error={failure} />}
      {!isRefused && <p>{isKeyForgotten(payment) ? t.old : t.unknown}</p>}
      {payment.key === corrected ? (
        <Button onClick={() => correcting.mutate(undefined)}>{t.leaveAsIs}</Button>
      ) : (
        <div className="row">
          <Button onClick={() => book(payment)}>{t.again}</Button>
          {isRefused && (
            <Button isBusy={correcting.isPending} onClick={() => correcting.mutate(payment)}>
              {t.correct}
            </Button>
          )}
          <Button kind="quiet" onClick={() => forget(payment.key)}>
            {t.forget}
          </Button>
        </div>
      )}
      {correcting.error !== null && <FailureNote error={correcting.error} />}
    </>
  );
}

/** Too many requests are refused before the key is looked up, which says nothing about an earlier attempt. */
function isNotBooked(failure: unknown): boolean {
  if (!(failure instanceof RequestFailure) || mayHaveHappened(failure)) return false;
  return failure.code !== 'too-many-requests';
}
