// How a charge was computed: its steps, with their articles, and whether they give the same amount again.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { said } from '../../lib/said.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Answered } from '../../ui/states.tsx';
import { explainedCharge } from './charges.ts';

const WORDS = inBoth(
  {
    agrees: 'Пересчёт по этим шагам даёт ту же сумму.',
    differs: (amount: string) => `Пересчёт по этим шагам даёт другую сумму: ${amount} ₽.`,
  },
  {
    agrees: 'Recalculating these steps gives the same amount.',
    differs: (amount) => `Recalculating these steps gives a different amount: ${amount} ₽.`,
  },
);

export function ChargeSteps({ chargeId }: { readonly chargeId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useQuery(explainedCharge(chargeId));
  return (
    <Answered query={query}>
      {({ steps, agrees, replayedAmount }) => (
        <div className="explanation">
          <ol>
            {steps.map((step) => (
              <li key={step.ru}>
                {said(step, language)}
                {step.article !== null && (
                  <span className="small soft"> {said(step.article, language)}</span>
                )}
              </li>
            ))}
          </ol>
          <p className={agrees ? 'credit' : 'debt'}>
            {agrees ? t.agrees : t.differs(showFigure(replayedAmount))}
          </p>
        </div>
      )}
    </Answered>
  );
}
