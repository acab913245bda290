// The collection rate of houses, a row per house and month.
import type { CollectionReport, CollectionRow } from '@kvartplata/contracts/billing/collection.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import type { ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { compareFigures, showFigure } from '../../lib/figures.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Rate } from '../../ui/charts/share-bar.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Собираемость',
    house: 'Дом',
    month: 'Месяц',
    charged: 'Начислено',
    paid: 'Оплачено',
    rate: 'Собрано',
    paidOfMonth: 'Погашено за месяц',
    rateOfMonth: 'Погашено',
    together: 'Итого',
    none: 'За эти месяцы проводок нет.',
  },
  {
    caption: 'Collection rate',
    house: 'House',
    month: 'Month',
    charged: 'Charged',
    paid: 'Paid',
    rate: 'Collected',
    paidOfMonth: 'Settled for the month',
    rateOfMonth: 'Settled',
    together: 'Total',
    none: 'No entries in these months.',
  },
);

export function CollectionTable({ report }: { readonly report: CollectionReport }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { items, totals } = report;
  const figure = (
    name: 'charged' | 'paid' | 'paidOfMonth',
    isExtra: boolean,
  ): Column<CollectionRow> => ({
    title: t[name],
    isFigure: true,
    isExtra,
    sortAs: name,
    order: ORDERS[name],
    cell: (row) => showFigure(row[name]),
    total: showFigure(totals[name]),
  });
  const rate = (name: 'rate' | 'rateOfMonth', isExtra: boolean): Column<CollectionRow> => ({
    title: t[name],
    isFigure: true,
    isExtra,
    sortAs: name,
    order: ORDERS[name],
    cell: (row) => <Rate percent={row[name]} />,
    total: <Rate percent={totals[name]} />,
  });
  if (items.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <LongTable
      caption={t.caption}
      rows={items}
      keyOf={({ houseId, period }) => `${houseId} ${period}`}
      columns={[
        {
          title: t.house,
          isName: true,
          sortAs: 'house',
          order: byAddress,
          total: t.together,
          cell: ({ address }) => unbroken(address),
        },
        {
          title: t.month,
          sortAs: 'month',
          order: byMonth,
          cell: ({ period }) => showMonth(period, language),
        },
        figure('charged', true),
        figure('paid', true),
        rate('rate', true),
        figure('paidOfMonth', true),
        rate('rateOfMonth', false),
      ]}
    />
  );
}

const by =
  (name: 'charged' | 'paid' | 'rate' | 'paidOfMonth' | 'rateOfMonth') =>
  (one: CollectionRow, other: CollectionRow): number =>
    compareFigures(one[name] ?? '0', other[name] ?? '0');
const ORDERS = {
  charged: by('charged'),
  paid: by('paid'),
  rate: by('rate'),
  paidOfMonth: by('paidOfMonth'),
  rateOfMonth: by('rateOfMonth'),
};
const byAddress = (one: CollectionRow, other: CollectionRow): number =>
  naturalOrder(one.address, other.address);
const byMonth = (one: CollectionRow, other: CollectionRow): number =>
  one.period < other.period ? -1 : 1;
