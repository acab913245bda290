// What was collected of what was charged, month by month, as a picture.
import type { CollectedMonth } from '@kvartplata/contracts/billing/month-summary.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { monthFrom, showMonth, showShortMonth } from '../../lib/days.ts';
import { showFigure, showRoundFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { PartColumns } from '../../ui/charts/part-columns.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { collectedMonths, type HousesAndMonths } from './month-summary.ts';

const WORDS = inBoth(
  {
    caption: 'Начислено и оплачено по месяцам, ₽',
    charged: 'начислено',
    paid: 'оплачено',
    told: (month: string, charged: string, paid: string) =>
      `${month}: начислено ${charged}, оплачено ${paid}`,
    rate: (rate: string) => ` — собрано ${rate} %`,
    none: 'За эти месяцы ничего не начислено и не оплачено.',
  },
  {
    caption: 'Charged and paid by month, ₽',
    charged: 'charged',
    paid: 'paid',
    told: (month, charged, paid) => `${month}: charged ${charged}, paid ${paid}`,
    rate: (rate) => ` – ${rate} % collected`,
    none: 'Nothing was charged or paid in these months.',
  },
);

export function CollectedChart({ of }: { readonly of: HousesAndMonths }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useQuery(collectedMonths(of));
  return (
    <Answered query={query}>
      {(months) =>
        months.length === 0 ? (
          <Empty>{t.none}</Empty>
        ) : (
          <PartColumns
            caption={t.caption}
            whole={t.charged}
            part={t.paid}
            showTick={showRoundFigure}
            columns={everyMonth(of, months).map(({ period, charged, paid, rate }) => ({
              key: period,
              label: showShortMonth(period, language),
              whole: charged,
              part: paid,
              told:
                t.told(showMonth(period, language), showFigure(charged), showFigure(paid)) +
                (rate === null ? '' : t.rate(showFigure(rate))),
            }))}
          />
        )
      }
    </Answered>
  );
}

/** Also those without anything, so that a gap is seen. */
function everyMonth(
  { periodFrom, periodTo }: HousesAndMonths,
  months: readonly CollectedMonth[],
): readonly CollectedMonth[] {
  const known = new Map(months.map((month) => [month.period, month]));
  const all: CollectedMonth[] = [];
  for (let period = periodFrom; period <= periodTo; period = monthFrom(period, 1))
    all.push(known.get(period) ?? { period, charged: '0.00', paid: '0.00', rate: null });
  return all;
}
