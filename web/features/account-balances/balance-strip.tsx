// What an account owes now, in large figures: the principal, the penalties, and both together.
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { compareFigures, difference, showFigure, showRoubles, signOf } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Answered } from '../../ui/states.tsx';
import { balanceOf } from './account-balances.ts';
import { BalanceOnDay } from './balance-on-day.tsx';

const WORDS = inBoth(
  {
    together: { debt: 'К оплате', none: 'Долга нет', advance: 'Переплата' },
    whole: 'Долг',
    now: 'К оплате сейчас',
    notDue: 'рассрочка: срок оплаты ещё не наступил',
    principal: 'основной долг',
    penalty: 'пени',
  },
  {
    together: { debt: 'To pay', none: 'Nothing is owed', advance: 'Paid in advance' },
    whole: 'Owed',
    now: 'To pay now',
    notDue: 'instalments that are not due yet',
    principal: 'principal',
    penalty: 'penalty',
  },
);

export function BalanceStrip({
  accountId,
  leftToLater,
}: {
  readonly accountId: number;
  /** What plans leave to later months, in roubles. */
  readonly leftToLater: string;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(balanceOf(accountId));
  return (
    <section className="sheet balance">
      <Answered query={query}>
        {({ principalDebt, penaltyDebt }) => {
          const together = sumOfMoney([principalDebt, penaltyDebt]);
          const sign = signOf(together);
          const kind = sign > 0 ? 'debt' : sign < 0 ? 'advance' : 'none';
          const isInParts = sign > 0 && signOf(leftToLater) > 0;
          return (
            <>
              <p>
                <span className="soft">{isInParts ? t.whole : t.together[kind]}</span>
                <strong className={sign > 0 ? 'debt' : 'credit'}>
                  {showRoubles(together.replace('-', ''))}
                </strong>
              </p>
              {isInParts && <InParts owed={together} leftToLater={leftToLater} />}
              <p className="small soft">
                {t.principal} {showFigure(principalDebt)} · {t.penalty} {showFigure(penaltyDebt)}{' '}
                <BalanceOnDay accountId={accountId} />
              </p>
            </>
          );
        }}
      </Answered>
    </section>
  );
}

/** As on the receipt: never below zero. */
function InParts({
  owed,
  leftToLater,
}: {
  readonly owed: string;
  readonly leftToLater: string;
}): ReactElement {
  const t = useWords(WORDS);
  const notDue = compareFigures(owed, leftToLater) < 0 ? owed : leftToLater;
  return (
    <p>
      <span className="soft">{t.now}</span> {showRoubles(difference(owed, notDue))}{' '}
      <span className="small soft">
        {t.notDue} {showFigure(notDue)}
      </span>
    </p>
  );
}
