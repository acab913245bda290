// The houses of an organization as a table: searchable, sortable, selectable, and downloadable.
import type {
  HouseMonthSummary,
  MonthSummary,
} from '@kvartplata/contracts/billing/month-summary.ts';
import type { ListedHouse } from '@kvartplata/contracts/core/houses.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import { showMonth } from '../lib/days.ts';
import { compareFigures, showFigure, signOf } from '../lib/figures.ts';
import { hasWords } from '../lib/has-words.ts';
import { useAddressSorting, useAddressWords } from '../lib/list-address.ts';
import { unbroken } from '../lib/unbroken.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { LongTable, useInOrder } from '../ui/long-table.tsx';
import { ChosenBar, useChosen } from '../ui/row-choice.tsx';
import { AddressSearch } from '../ui/search-field.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Дома',
    search: 'Найти по адресу',
    nothing: 'По этим словам ничего не нашлось.',
    address: 'Адрес',
    accounts: 'Счета',
    commonArea: 'Общее имущество, м²',
    state: 'Месяц',
    charged: 'Начислено',
    debt: 'Долг на конец',
    together: 'Итого',
    file: 'doma',
    states: {
      none: 'не начислен',
      draft: 'черновик',
      applied: 'проведён',
      closed: 'закрыт',
    },
  },
  {
    caption: 'Houses',
    search: 'Find by address',
    nothing: 'Nothing found.',
    address: 'Address',
    accounts: 'Accounts',
    commonArea: 'Common area, m²',
    state: 'Month',
    charged: 'Charged',
    debt: 'Closing debt',
    together: 'Total',
    file: 'houses',
    states: { none: 'not charged', draft: 'draft', applied: 'applied', closed: 'closed' },
  },
);

type State = 'none' | 'draft' | 'applied' | 'closed';
type Row = {
  readonly house: ListedHouse;
  /** Undefined while the amounts are loading. */
  readonly state: State | undefined;
  readonly charged: string | undefined;
  readonly debt: string | undefined;
};

export function HouseTable({
  houses,
  period,
  isClosed,
  summary,
}: {
  readonly houses: readonly ListedHouse[];
  readonly period: string;
  readonly isClosed: boolean;
  readonly summary: MonthSummary | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const { words } = useAddressWords();
  const { order } = useAddressSorting();
  const { chosen, choose } = useChosen();
  const rows = useMemo(() => {
    const months = new Map(summary?.items.map((item) => [item.houseId, item]));
    return houses
      .filter(({ address }) => hasWords(address, words))
      .map((house) =>
        rowOf(house, summary && months.get(house.id), summary !== undefined, isClosed),
      );
  }, [houses, summary, isClosed, words]);
  const columns = useColumns(rows, period);
  const inOrder = useInOrder(rows, columns, order);
  const picked = inOrder.filter(({ house }) => chosen.has(house.id));
  return (
    <>
      <div className="head">
        <AddressSearch label={t.search} />
        <div className="row push">
          <CsvButton fileName={`${t.file}-${period}`} columns={columns} rows={inOrder} />
        </div>
      </div>
      {rows.length === 0 ? (
        <Empty>{t.nothing}</Empty>
      ) : (
        <LongTable
          caption={t.caption}
          rows={rows}
          keyOf={({ house }) => house.id}
          columns={columns}
          choosing={{ chosen, choose, nameOf: ({ house }) => house.address }}
        />
      )}
      <ChosenBar of={{ chosen, choose }}>
        <CsvButton fileName={`${t.file}-${period}`} columns={columns} rows={picked} />
      </ChosenBar>
    </>
  );
}

function useColumns(rows: readonly Row[], period: string): readonly Column<Row>[] {
  const t = useWords(WORDS);
  const language = useLanguage();
  const total = (name: 'charged' | 'debt'): string | undefined =>
    rows.every((row) => row[name] !== undefined)
      ? showFigure(sumOfMoney(rows.map((row) => row[name] ?? '0.00')))
      : undefined;
  const money = (title: string, name: 'charged' | 'debt'): Column<Row> => ({
    title,
    isFigure: true,
    isExtra: name === 'charged',
    sortAs: name,
    order: ORDERS[name],
    cell: (row) => shown(row[name]),
    text: (row) => (row[name] ?? '').replace('.', ','),
    total: total(name),
  });
  return [
    {
      title: t.address,
      isName: true,
      sortAs: 'address',
      order: ORDERS.address,
      total: t.together,
      text: ({ house }) => house.address,
      cell: ({ house: { id, address } }) => (
        <Link to="/houses/$houseId" params={{ houseId: String(id) }}>
          {unbroken(address)}
        </Link>
      ),
    },
    {
      title: t.accounts,
      isFigure: true,
      sortAs: 'accounts',
      order: ORDERS.accounts,
      text: ({ house }) => String(house.accounts),
      cell: ({ house }) => house.accounts,
      total: rows.reduce((sum, { house }) => sum + house.accounts, 0),
    },
    {
      title: t.commonArea,
      isFigure: true,
      isExtra: true,
      sortAs: 'area',
      order: ORDERS.area,
      text: ({ house }) => (house.commonArea ?? '').replace('.', ','),
      cell: ({ house }) => (house.commonArea === null ? '—' : showFigure(house.commonArea)),
    },
    {
      title: `${t.state}: ${showMonth(period, language)}`,
      sortAs: 'state',
      order: ORDERS.state,
      text: ({ state }) => (state === undefined ? '' : t.states[state]),
      cell: ({ state }) =>
        state === undefined ? '…' : <span className={BADGES[state]}>{t.states[state]}</span>,
    },
    money(t.charged, 'charged'),
    money(t.debt, 'debt'),
  ];
}

function rowOf(
  house: ListedHouse,
  month: HouseMonthSummary | undefined,
  isKnown: boolean,
  isClosed: boolean,
): Row {
  if (!isKnown) return { house, state: undefined, charged: undefined, debt: undefined };
  if (month === undefined) return { house, state: 'none', charged: '0.00', debt: '0.00' };
  const { drafted, charged, debtOfMonth, closing } = month;
  const isDraft = signOf(drafted) !== 0;
  const isBooked = signOf(charged) !== 0 || signOf(debtOfMonth) !== 0;
  const state = isDraft ? 'draft' : isClosed ? 'closed' : isBooked ? 'applied' : 'none';
  return { house, state, charged: sumOfMoney([charged, drafted]), debt: closing };
}

function shown(amount: string | undefined): string {
  if (amount === undefined) return '…';
  return signOf(amount) === 0 ? '–' : showFigure(amount);
}

const BADGES = { none: 'badge odd', draft: 'badge', applied: 'badge good', closed: 'badge good' };
const STATES: readonly (State | undefined)[] = ['none', 'draft', 'applied', 'closed'];
const by =
  (name: 'charged' | 'debt') =>
  (one: Row, other: Row): number =>
    compareFigures(one[name] ?? '0', other[name] ?? '0');
const ORDERS = {
  address: (one: Row, other: Row) => naturalOrder(one.house.address, other.house.address),
  accounts: (one: Row, other: Row) => one.house.accounts - other.house.accounts,
  area: (one: Row, other: Row) =>
    compareFigures(one.house.commonArea ?? '0', other.house.commonArea ?? '0'),
  state: (one: Row, other: Row) => STATES.indexOf(one.state) - STATES.indexOf(other.state),
  charged: by('charged'),
  debt: by('debt'),
} as const;
