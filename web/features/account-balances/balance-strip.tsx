// What an account owes now, in large figures: the debt, the penalties, both together.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showFigure, showRoubles, signOf, sumOf } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Answered } from '../../ui/states.tsx';
import { balanceOf } from './account-balances.ts';
import { BalanceOnDay } from './balance-on-day.tsx';

const WORDS = inBoth(
  {
    together: { debt: 'К оплате', none: 'Долга нет', advance: 'Переплата' },
    principal: 'основной долг',
    penalty: 'пени',
  },
  {
    together: { debt: 'To pay', none: 'Nothing is owed', advance: 'Paid in advance' },
    principal: 'principal',
    penalty: 'penalty',
  },
);

export function BalanceStrip({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(balanceOf(accountId));
  return (
    <section className="sheet balance">
      <Answered query={query}>
        {({ principalDebt, penaltyDebt }) => {
          const together = sumOf([principalDebt, penaltyDebt]);
          const sign = signOf(together);
          const kind = sign > 0 ? 'debt' : sign < 0 ? 'advance' : 'none';
          return (
            <>
              <p>
                <span className="soft">{t.together[kind]}</span>
                <strong className={sign > 0 ? 'debt' : 'credit'}>
                  {showRoubles(together.replace('-', ''))}
                </strong>
              </p>
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
