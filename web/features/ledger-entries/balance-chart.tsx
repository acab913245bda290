// A chart of an account's debt over time: the principal, and the penalties on top of it.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import type { ReactElement } from 'react';
import { showDay, showShortMonth, today } from '../../lib/days.ts';
import { showFigure, showRoundFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Steps } from '../../ui/charts/steps.tsx';
import { balanceDays } from './balance-days.ts';

const WORDS = inBoth(
  {
    caption: 'Долг по дням, ₽',
    principal: 'основной долг',
    total: 'с пенями',
    told: (day: string, principal: string, total: string) =>
      `с ${day}: основной долг ${principal}, с пенями ${total}`,
  },
  {
    caption: 'Debt by day, ₽',
    principal: 'principal',
    total: 'with penalties',
    told: (day, principal, total) => `from ${day}: principal ${principal}, with penalties ${total}`,
  },
);

/** Nothing if nothing was ever booked. */
export function BalanceChart({
  entries,
}: {
  readonly entries: readonly LedgerEntry[];
}): ReactElement | undefined {
  const t = useWords(WORDS);
  const language = useLanguage();
  const days = balanceDays(entries);
  const last = days.at(-1);
  if (last === undefined) return undefined;
  const now = today();
  return (
    <Steps
      caption={t.caption}
      names={[t.principal, t.total]}
      to={last.day > now ? last.day : now}
      showTick={showRoundFigure}
      points={days.map(({ day, principal, total }, index) => {
        const month = day.slice(0, 7);
        const isFirst = days[index - 1]?.day.slice(0, 7) !== month;
        return {
          from: day,
          values: [principal, total],
          label: isFirst ? showShortMonth(month, language) : '',
          told: t.told(showDay(day), showFigure(principal), showFigure(total)),
        };
      })}
    />
  );
}
