// The lines of a recalculated year: for each account, what it was charged, what is due, and the difference.
import type { YearLine, YearTrial } from '@kvartplata/contracts/billing/year-corrections.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { ReactElement } from 'react';
import { showFigure, showShortFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import type { Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Строки перерасчёта',
    account: 'Счёт',
    service: 'Услуга',
    charged: 'Начислено за год',
    due: 'Следует',
    volume: 'Объём',
    amount: 'Разница, ₽',
    instalment: 'предложите рассрочку (п. 72)',
    benefit: 'льгота',
    together: 'Итого',
  },
  {
    caption: 'Lines of the recalculation',
    account: 'Account',
    service: 'Service',
    charged: 'Charged in the year',
    due: 'Due',
    volume: 'Volume',
    amount: 'Difference, ₽',
    instalment: 'offer instalments (p. 72)',
    benefit: 'benefit',
    together: 'Total',
  },
);

export function YearLines({
  tried: { lines },
}: {
  readonly tried: Pick<YearTrial, 'lines'>;
}): ReactElement {
  const t = useWords(WORDS);
  const money = (title: string, name: 'charged' | 'due' | 'amount'): Column<YearLine> => ({
    title,
    isFigure: true,
    isExtra: name !== 'amount',
    cell: (line) => showFigure(line[name]),
    total: showFigure(sumOfMoney(lines.map((line) => line[name]))),
  });
  return (
    <LongTable
      caption={t.caption}
      rows={lines}
      keyOf={(line) =>
        `${line.personalAccountId}/${line.houseServiceId}/${line.unit}/${line.isBenefit}`
      }
      columns={[
        {
          title: t.account,
          isName: true,
          total: t.together,
          cell: ({ accountNumber, isBenefit, instalmentOffered }) => (
            <>
              <Identifier>{accountNumber}</Identifier>
              {isBenefit && <div className="small muted">{t.benefit}</div>}
              {instalmentOffered && <div className="small odd">{t.instalment}</div>}
            </>
          ),
        },
        { title: t.service, isExtra: true, cell: ({ serviceName }) => serviceName },
        money(t.charged, 'charged'),
        money(t.due, 'due'),
        {
          title: t.volume,
          isFigure: true,
          isExtra: true,
          cell: ({ consumption, unit }) => `${showShortFigure(consumption)} ${unit}`,
        },
        money(t.amount, 'amount'),
      ]}
    />
  );
}
