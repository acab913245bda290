// Reversing a booked charge: the consequences, and the reason that is kept in the books.
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { useState, type ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { reverseCharge } from './charges.ts';

const WORDS = inBoth(
  {
    storno: 'Сторно',
    stornoOf: (service: string, amount: string) => `Сторно: ${service}, ${amount} ₽`,
    title: 'Сторно начисления',
    what: (amount: string, month: string) => `${amount} ₽ за ${month}`,
    follows:
      'Проводка начисления будет отражена с обратным знаком в её месяце, а если он закрыт – в первом открытом. Что за него заплачено, погасит другие долги счёта или станет авансом.',
    instead:
      'Если неверны показания, тариф или карточка, исправьте их и проведите исправление прошлых месяцев: разницу посчитает программа.',
    benefitStays: (amount: string) =>
      `Льгота по этой услуге, ${amount} ₽, останется: если начислять было нельзя, сторнируйте и её строку.`,
    reverse: 'Сторнировать',
    done: (amount: string) => `Начисление на ${amount} ₽ сторнировано.`,
  },
  {
    storno: 'Storno',
    stornoOf: (service, amount) => `Storno: ${service}, ${amount} ₽`,
    title: 'Storno of a charge',
    what: (amount, month) => `${amount} ₽ of ${month}`,
    follows:
      'Its entry is mirrored in its month or, if that is closed, in the first open one. What was paid for it pays other debts of the account, or becomes an advance.',
    instead:
      'If a reading, a tariff or the account is wrong, put that right and correct the past months: the difference is computed.',
    benefitStays: (amount) =>
      `The benefit on this service, ${amount} ₽, stays: if nothing was due, reverse its line too.`,
    reverse: 'Reverse',
    done: (amount) => `The charge of ${amount} ₽ is reversed.`,
  },
);

/** For a booked charge with an amount other than zero. */
export function ChargeStorno({
  of,
  benefits,
}: {
  readonly of: Charge;
  /** The lines that take a benefit off it, if any. */
  readonly benefits: readonly Charge[];
}): ReactElement | null {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const amount = showFigure(of.amount);
  if (of.status !== 'APPLIED' || signOf(of.amount) === 0) return null;
  return (
    <>
      <Button
        kind="quiet"
        className="in-table"
        aria-label={t.stornoOf(of.serviceName, amount)}
        onClick={() => setAsking(true)}
      >
        {t.storno}
      </Button>
      {isAsking && (
        <Dialog title={t.title} onClose={close}>
          <div className="stack">
            <p>
              {of.serviceName}: <strong>{t.what(amount, showMonth(of.period, language))}</strong>
            </p>
            <p className="soft">{t.follows}</p>
            <p className="soft">{t.instead}</p>
            {benefits.length > 0 && (
              <p>{t.benefitStays(showFigure(sumOfMoney(benefits.map((line) => line.amount))))}</p>
            )}
            <ReasonForm
              save={t.reverse}
              onCancel={close}
              act={async (reason, key) => {
                await reverseCharge(of.id, reason, key);
                await reloadBilling();
                tell(t.done(amount));
                close();
              }}
            />
          </div>
        </Dialog>
      )}
    </>
  );
}
