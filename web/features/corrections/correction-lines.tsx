// The effects of a correction by account and service: the amount before, the amount due now, and the difference.
import type { CorrectionLine } from '@kvartplata/contracts/billing/corrections.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { compareFigures, showFigure, showShortFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import type { Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Строки исправления',
    account: 'Счёт',
    service: 'Услуга',
    month: 'За месяц',
    booked: 'Было, ₽',
    replayed: 'Стало, ₽',
    amount: 'Разница, ₽',
    volume: 'Разница объёма',
    together: 'Итого',
  },
  {
    caption: 'Lines of the correction',
    account: 'Account',
    service: 'Service',
    month: 'For month',
    booked: 'Before, ₽',
    replayed: 'After, ₽',
    amount: 'Difference, ₽',
    volume: 'Difference of volume',
    together: 'Total',
  },
);

export function CorrectionLines({
  lines,
}: {
  readonly lines: readonly CorrectionLine[];
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const money = (name: 'booked' | 'replayed' | 'amount'): Column<CorrectionLine> => ({
    title: t[name],
    isFigure: true,
    cell: (line) => showFigure(line[name]),
    total: showFigure(sumOfMoney(lines.map((line) => line[name]))),
    sortAs: name,
    order: ORDERS[name],
  });
  return (
    <LongTable
      caption={t.caption}
      rows={lines}
      keyOf={(line) =>
        `${line.personalAccountId}/${line.houseServiceId}/${line.correctedPeriod}/${line.unit}/${line.booked}/${line.replayed}`
      }
      columns={[
        {
          title: t.account,
          isName: true,
          total: t.together,
          cell: (line) => (
            <Link
              to="/accounts/$accountId"
              params={{ accountId: String(line.personalAccountId) }}
              search={{ period: line.correctedPeriod }}
            >
              <Identifier>{line.accountNumber}</Identifier>
            </Link>
          ),
        },
        { title: t.service, cell: ({ serviceName }) => serviceName },
        {
          title: t.month,
          isExtra: true,
          cell: ({ correctedPeriod }) => showMonth(correctedPeriod, language),
        },
        money('booked'),
        money('replayed'),
        money('amount'),
        {
          title: t.volume,
          isFigure: true,
          isExtra: true,
          cell: ({ consumption, unit }) => `${showShortFigure(consumption)} ${unit}`,
        },
      ]}
    />
  );
}

type Money = 'booked' | 'replayed' | 'amount';
type Order = (one: CorrectionLine, other: CorrectionLine) => number;

const ORDERS: Readonly<Record<Money, Order>> = {
  booked: orderBy('booked'),
  replayed: orderBy('replayed'),
  amount: orderBy('amount'),
};

function orderBy(name: Money): Order {
  return (one, other) => compareFigures(one[name], other[name]);
}
