// What each payee has received and is still to receive.
import type { PayeesReport, PayeeTurnover } from '@kvartplata/contracts/billing/payee-reports.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { ReactElement } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Empty } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Обороты по получателям',
    payee: 'Получатель',
    advance: 'Не распределено (аванс)',
    opening: 'На начало',
    charged: 'Начислено',
    recalculated: 'Перерасчёт',
    penalty: 'Пени',
    paid: 'Оплачено',
    storno: 'Сторно',
    closing: 'На конец',
    reward: 'Вознаграждение',
    toTransfer: 'К перечислению',
    together: 'Итого',
    none: 'За эти месяцы проводок нет, и никто не должен.',
  },
  {
    caption: 'Turnover by payee',
    payee: 'Payee',
    advance: 'Not divided (advance)',
    opening: 'Opening',
    charged: 'Charged',
    recalculated: 'Recalculated',
    penalty: 'Penalty',
    paid: 'Paid',
    storno: 'Storno',
    closing: 'Closing',
    reward: 'Reward',
    toTransfer: 'To transfer',
    together: 'Total',
    none: 'No entries in these months, and nobody owes anything.',
  },
);

type Figured = Pick<
  PayeeTurnover,
  | 'opening'
  | 'charged'
  | 'recalculated'
  | 'penaltyAccrued'
  | 'paid'
  | 'storno'
  | 'closing'
  | 'agencyReward'
  | 'toTransfer'
>;

export function PayeeTurnoverTable({ report }: { readonly report: PayeesReport }): ReactElement {
  const t = useWords(WORDS);
  const { items, totals } = report;
  const figure = (
    title: string,
    of: (row: Figured) => string,
    shown: Partial<Column<PayeeTurnover>> = {},
  ): Column<PayeeTurnover> => ({
    title,
    isFigure: true,
    cell: (row) => showFigure(of(row)),
    total: showFigure(of(totals)),
    ...shown,
  });
  const debt = ({ principal, penalty }: PayeeTurnover['opening']): string =>
    sumOfMoney([principal, penalty]);
  if (items.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <Table
      caption={t.caption}
      rows={items}
      keyOf={({ kind, payeeId }) => `${kind} ${payeeId ?? ''}`}
      columns={[
        {
          title: t.payee,
          isName: true,
          total: t.together,
          cell: ({ kind, name }) => (kind === 'advance' ? t.advance : name),
        },
        figure(t.opening, ({ opening }) => debt(opening), { isExtra: true }),
        figure(t.charged, (row) => row.charged),
        figure(t.recalculated, (row) => row.recalculated, { isExtra: true }),
        figure(t.penalty, (row) => row.penaltyAccrued, { isExtra: true }),
        figure(t.paid, (row) => row.paid),
        figure(t.storno, (row) => row.storno, { isExtra: true }),
        figure(t.closing, ({ closing }) => debt(closing)),
        figure(t.reward, (row) => row.agencyReward, { isExtra: true }),
        figure(t.toTransfer, (row) => row.toTransfer),
      ]}
    />
  );
}
