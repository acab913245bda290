// A chart of how much of each month's charges has been paid by now.
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
    caption: 'Начислено и погашено по месяцам, ₽',
    charged: 'начислено',
    paid: 'погашено',
    told: (month: string, charged: string, paid: string) =>
      `${month}: начислено ${charged}, погашено ${paid}`,
    rate: (rate: string) => ` — ${rate} %`,
    none: 'За эти месяцы ничего не начислено.',
  },
  {
    caption: 'Charged and settled by month, ₽',
    charged: 'charged',
    paid: 'settled',
    told: (month, charged, paid) => `${month}: charged ${charged}, settled ${paid}`,
    rate: (rate) => ` – ${rate} %`,
    none: 'Nothing charged in these months.',
  },
);

const NOTHING = { debtOfMonth: '0.00', paidOfMonth: '0.00', rateOfMonth: null };

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
            columns={everyMonth(of, months).map(
              ({ period, debtOfMonth, paidOfMonth, rateOfMonth }) => ({
                key: period,
                label: showShortMonth(period, language),
                whole: debtOfMonth,
                part: paidOfMonth,
                told:
                  t.told(
                    showMonth(period, language),
                    showFigure(debtOfMonth),
                    showFigure(paidOfMonth),
                  ) + (rateOfMonth === null ? '' : t.rate(showFigure(rateOfMonth))),
              }),
            )}
          />
        )
      }
    </Answered>
  );
}

/** Including months without any, so that gaps are visible. */
function everyMonth(
  { periodFrom, periodTo }: HousesAndMonths,
  months: readonly CollectedMonth[],
): readonly CollectedMonth[] {
  const known = new Map(months.map((month) => [month.period, month]));
  const all: CollectedMonth[] = [];
  for (let period = periodFrom; period <= periodTo; period = monthFrom(period, 1))
    all.push(known.get(period) ?? { period, ...NOTHING });
  return all;
}
