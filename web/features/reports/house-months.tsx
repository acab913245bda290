// The month of each house in a row: what was read, charged and paid, and what is owed.
import type {
  HouseMonthSummary,
  MonthSummary,
} from '@kvartplata/contracts/billing/month-summary.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { compareFigures, showFigure, signOf } from '../../lib/figures.ts';
import { hasWords } from '../../lib/has-words.ts';
import { useAddressWords } from '../../lib/list-address.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Rate } from '../../ui/charts/share-bar.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { AddressSearch } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Дома',
    search: 'Адрес',
    house: 'Дом',
    readings: 'Показания',
    opening: 'На начало',
    charged: 'Начислено с пенями',
    draft: 'черновик',
    paid: 'Оплачено',
    rate: 'Погашено',
    closing: 'На конец',
    together: 'Итого',
    notFound: 'Дома с таким адресом нет.',
  },
  {
    caption: 'Houses',
    search: 'Address',
    house: 'House',
    readings: 'Readings',
    opening: 'Opening',
    charged: 'Charged with penalties',
    draft: 'draft',
    paid: 'Paid',
    rate: 'Settled',
    closing: 'Closing',
    together: 'Total',
    notFound: 'No house found.',
  },
);

/** A house with its name from core. */
export type NamedHouse = {
  readonly houseId: number;
  readonly address: string;
  readonly meters: number;
  readonly read: number;
};

type Row = { readonly house: NamedHouse; readonly month: HouseMonthSummary | undefined };
const SEARCHED_FROM = 10;
/** For a house without any entries. */
const NOTHING: MonthSummary['totals'] = {
  opening: '0.00',
  charged: '0.00',
  penalty: '0.00',
  paid: '0.00',
  closing: '0.00',
  debtOfMonth: '0.00',
  paidOfMonth: '0.00',
  rateOfMonth: null,
  drafted: '0.00',
};

export function HouseMonths({
  houses,
  summary,
  period,
  readCount,
}: {
  readonly houses: readonly NamedHouse[];
  /** Undefined while it is loading. */
  readonly summary: MonthSummary | undefined;
  readonly period: string;
  readonly readCount: (house: NamedHouse) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const { words } = useAddressWords();
  const rows = useMemo(() => {
    const months = new Map(summary?.items.map((item) => [item.houseId, item]));
    return houses
      .filter(({ address }) => hasWords(address, words))
      .map((house): Row => {
        const nothing = summary && { houseId: house.houseId, ...NOTHING };
        return { house, month: months.get(house.houseId) ?? nothing };
      });
  }, [houses, summary, words]);
  // With a search, the total would look like that of the shown rows.
  const totals = words === '' ? summary?.totals : undefined;
  const columns = useHouseColumns(period, totals, readCount);
  return (
    <>
      {houses.length >= SEARCHED_FROM && (
        <div className="head">
          <AddressSearch label={t.search} />
        </div>
      )}
      {rows.length === 0 ? (
        <Empty>{t.notFound}</Empty>
      ) : (
        <LongTable
          caption={t.caption}
          rows={rows}
          keyOf={({ house }) => house.houseId}
          columns={columns}
          firstSort="house"
        />
      )}
    </>
  );
}

function useHouseColumns(
  period: string,
  totals: MonthSummary['totals'] | undefined,
  readCount: (house: NamedHouse) => ReactNode,
): readonly Column<Row>[] {
  const t = useWords(WORDS);
  return [
    {
      title: t.house,
      isName: true,
      total: totals === undefined ? undefined : t.together,
      sortAs: 'house',
      order: byAddress,
      cell: ({ house: { houseId, address } }) => (
        <Link to="/houses/$houseId" params={{ houseId: String(houseId) }}>
          {unbroken(address)}
        </Link>
      ),
    },
    {
      title: t.readings,
      isExtra: true,
      sortAs: 'readings',
      order: byUnread,
      cell: ({ house }) => (
        <Link
          to="/houses/$houseId/readings/$period"
          params={{ houseId: String(house.houseId), period }}
        >
          {readCount(house)}
        </Link>
      ),
    },
    figures(t.opening, 'opening', totals, { isExtra: true }),
    {
      ...figures(t.charged, 'charged', totals),
      cell: ({ month }) => (month === undefined ? '…' : <Charged month={month} draft={t.draft} />),
      total: totals && <Charged month={totals} draft={t.draft} />,
    },
    figures(t.paid, 'paid', totals, { isExtra: true }),
    {
      title: t.rate,
      isFigure: true,
      isExtra: true,
      sortAs: 'rate',
      order: byRate,
      cell: ({ month }) => month && <Rate percent={month.rateOfMonth} />,
      total: totals && <Rate percent={totals.rateOfMonth} />,
    },
    figures(t.closing, 'closing', totals),
  ];
}

type Figure = 'opening' | 'paid' | 'closing' | 'charged';

function figures(
  title: string,
  name: Figure,
  totals: MonthSummary['totals'] | undefined,
  more: { readonly isExtra?: boolean } = {},
): Column<Row> {
  return {
    title,
    isFigure: true,
    sortAs: name,
    order: ORDERS[name],
    cell: ({ month }) => (month === undefined ? '…' : shown(month[name])),
    total: totals && shown(totals[name]),
    ...more,
  };
}

/** What is not applied yet is shown as a draft. */
function Charged({
  month: { charged, penalty, drafted },
  draft,
}: {
  readonly month: MonthSummary['totals'];
  readonly draft: string;
}): ReactElement {
  const booked = sumOfMoney([charged, penalty]);
  return (
    <>
      {(signOf(booked) !== 0 || signOf(drafted) === 0) && shown(booked)}
      {signOf(drafted) !== 0 && (
        <div className="soft small">
          {draft} {showFigure(drafted)}
        </div>
      )}
    </>
  );
}

function shown(amount: string): string {
  return signOf(amount) === 0 ? '–' : showFigure(amount);
}

const byAddress = (one: Row, other: Row): number =>
  naturalOrder(one.house.address, other.house.address);
const byUnread = (one: Row, other: Row): number => unread(one) - unread(other);
const unread = ({ house }: Row): number => house.meters - house.read;
const byRate = (one: Row, other: Row): number =>
  compareFigures(one.month?.rateOfMonth ?? '0', other.month?.rateOfMonth ?? '0');
/** As shown. */
const withPenalty = ({ month }: Row): string =>
  month === undefined ? '0' : sumOfMoney([month.charged, month.penalty]);
const by =
  (name: Exclude<Figure, 'charged'>) =>
  (one: Row, other: Row): number =>
    compareFigures(one.month?.[name] ?? '0', other.month?.[name] ?? '0');
const ORDERS = {
  opening: by('opening'),
  charged: (one: Row, other: Row): number => compareFigures(withPenalty(one), withPenalty(other)),
  paid: by('paid'),
  closing: by('closing'),
} as const;
