// The key rate over time, and the rate for utilities: where the lines part, there is a cap or a moratorium.
import type { PenaltyRate } from '@kvartplata/contracts/billing/penalty-rates.ts';
import type { ReactElement } from 'react';
import { showDay, today } from '../../lib/days.ts';
import { showRoundFigure, showShortFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Steps } from '../../ui/charts/steps.tsx';

const WORDS = inBoth(
  {
    caption: 'Ключевая ставка и ставка для пеней по времени, % годовых',
    base: 'ключевая ставка',
    effective: 'применяется для пеней',
    told: (from: string, base: string, effective: string) =>
      `с ${from}: ключевая ${base} %, для пеней ${effective} %`,
  },
  {
    caption: 'Key rate and penalty rate over time, % a year',
    base: 'key rate',
    effective: 'applied to penalties',
    told: (from, base, effective) => `from ${from}: key rate ${base} %, penalties ${effective} %`,
  },
);

export function RateChart({ rates }: { readonly rates: readonly PenaltyRate[] }): ReactElement {
  const t = useWords(WORDS);
  const inOrder = rates.toReversed();
  const last = inOrder.at(-1);
  const now = today();
  const ends = last?.validTo ?? now;
  return (
    <Steps
      caption={t.caption}
      names={[t.base, t.effective]}
      to={[ends, now, last?.validFrom ?? now].toSorted().at(-1) ?? now}
      showTick={(value) => `${showRoundFigure(value)} %`}
      points={inOrder.map(({ validFrom, baseCbrRate, effectiveRate }, index) => {
        const year = validFrom.slice(0, 4);
        const isFirst = inOrder[index - 1]?.validFrom.slice(0, 4) !== year;
        return {
          from: validFrom,
          values: [baseCbrRate, effectiveRate],
          label: isFirst ? year : '',
          told: t.told(
            showDay(validFrom),
            showShortFigure(baseCbrRate),
            showShortFigure(effectiveRate),
          ),
        };
      })}
    />
  );
}
