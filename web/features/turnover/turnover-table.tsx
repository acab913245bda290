// The turnover of a house or of all houses, a row per account; each opens to its documents.
import type { AccountTurnover, TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { compareFigures, showFigure, signOf } from '../../lib/figures.ts';
import { hasWords } from '../../lib/has-words.ts';
import { useAddressSorting, useAddressWords } from '../../lib/list-address.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { AddressSearch } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { isHouse, withHouses, type HouseTotal, type Turnovers } from './house-totals.ts';

const WORDS = inBoth(
  {
    caption: 'Оборотно-сальдовая ведомость',
    search: 'Счёт или плательщик',
    searchAll: 'Счёт, плательщик или адрес',
    account: 'Счёт',
    address: 'Адрес',
    house: 'По дому',
    payer: 'Плательщик',
    opening: 'На начало',
    charged: 'Начислено',
    recalculated: 'Перерасчёт',
    penalty: 'Пени',
    paid: 'Оплачено',
    storno: 'Сторно',
    closing: 'На конец',
    together: 'Итого',
    none: 'За эти месяцы проводок нет, и никто не должен.',
    notFound: 'Такого счёта нет.',
  },
  {
    caption: 'Turnover balance',
    search: 'Account or payer',
    searchAll: 'Account, payer or address',
    account: 'Account',
    address: 'Address',
    house: 'House',
    payer: 'Payer',
    opening: 'Opening',
    charged: 'Charged',
    recalculated: 'Recalculated',
    penalty: 'Penalty',
    paid: 'Paid',
    storno: 'Storno',
    closing: 'Closing',
    together: 'Total',
    none: 'No entries in these months, and nobody owes anything.',
    notFound: 'No account found.',
  },
);

type Row = AccountTurnover | HouseTotal;

export function TurnoverTable({
  report,
  houses,
  detail,
}: {
  readonly report: TurnoverReport;
  /** The addresses of the houses, if the report is of all of them. */
  readonly houses: ReadonlyMap<number, string> | undefined;
  /** The content of an open row. */
  readonly detail: (row: AccountTurnover) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const { words } = useAddressWords();
  const [opened, setOpened] = useState<number>();
  const isSorted = useAddressSorting().order !== undefined;
  const rows = useMemo((): readonly Row[] => {
    if (houses !== undefined && words === '' && !isSorted) return withHouses(report.accounts);
    return report.accounts.filter(({ accountNumber, payer, address }) =>
      hasWords(`${accountNumber} ${payer} ${houses === undefined ? '' : address}`, words),
    );
  }, [report, houses, words, isSorted]);
  // With a search, totals would look like those of the shown rows.
  const totals = words === '' ? report.totals : undefined;
  const columns = [...names(t, houses, [opened, setOpened], totals), ...figures(t, totals)];
  if (report.accounts.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <>
      <div className="head">
        <AddressSearch label={houses === undefined ? t.search : t.searchAll} />
      </div>
      {rows.length === 0 ? (
        <Empty>{t.notFound}</Empty>
      ) : (
        <LongTable
          caption={t.caption}
          rows={rows}
          keyOf={(row) => (isHouse(row) ? `house ${row.houseId}` : row.personalAccountId)}
          isSubtotal={isHouse}
          detail={(row) =>
            !isHouse(row) && row.personalAccountId === opened ? detail(row) : undefined
          }
          columns={columns}
        />
      )}
    </>
  );
}

type Opened = readonly [
  accountId: number | undefined,
  open: (accountId: number | undefined) => void,
];

function names(
  t: (typeof WORDS)['ru'],
  houses: ReadonlyMap<number, string> | undefined,
  [opened, setOpened]: Opened,
  totals: Turnovers | undefined,
): readonly Column<Row>[] {
  return [
    {
      title: t.account,
      isName: true,
      sortAs: 'number',
      order: byNumber,
      total: totals && t.together,
      cell: (row) =>
        isHouse(row) ? (
          t.house
        ) : (
          <button
            className="link"
            type="button"
            aria-expanded={row.personalAccountId === opened}
            onClick={() =>
              setOpened(row.personalAccountId === opened ? undefined : row.personalAccountId)
            }
          >
            <Identifier>{row.accountNumber}</Identifier>
          </button>
        ),
    },
    ...(houses === undefined
      ? []
      : [
          {
            title: t.address,
            sortAs: 'address',
            order: byAddress,
            cell: (row: Row) =>
              unbroken(isHouse(row) ? (houses.get(row.houseId) ?? '') : row.address),
          },
        ]),
    {
      title: t.payer,
      isExtra: true,
      sortAs: 'payer',
      order: byPayer,
      cell: (row) => (isHouse(row) ? '' : row.payer),
    },
  ];
}

function figures(
  t: Readonly<Record<keyof typeof FIGURES, string>>,
  totals: Turnovers | undefined,
): readonly Column<Row>[] {
  return [
    figure(t.opening, 'opening', totals, { isExtra: true }),
    figure(t.charged, 'charged', totals),
    figure(t.recalculated, 'recalculated', totals, { isExtra: true }),
    figure(t.penalty, 'penalty', totals, { isExtra: true }),
    figure(t.paid, 'paid', totals, { isExtra: true }),
    figure(t.storno, 'storno', totals, { isExtra: true }),
    figure(t.closing, 'closing', totals),
  ];
}

function figure(
  title: string,
  name: keyof typeof FIGURES,
  totals: Turnovers | undefined,
  more: { readonly isExtra?: boolean } = {},
): Column<Row> {
  return {
    title,
    isFigure: true,
    sortAs: name,
    order: ORDERS[name],
    cell: (row) => shown(FIGURES[name](row)),
    total: totals && shown(FIGURES[name](totals)),
    ...more,
  };
}

const FIGURES = {
  opening: ({ opening }: Turnovers) => sumOfMoney([opening.principal, opening.penalty]),
  charged: ({ charged }: Turnovers) => charged,
  recalculated: ({ recalculated }: Turnovers) => recalculated,
  penalty: ({ penaltyAccrued }: Turnovers) => penaltyAccrued,
  paid: ({ paid }: Turnovers) => paid,
  storno: ({ storno }: Turnovers) => storno,
  closing: ({ closing }: Turnovers) => sumOfMoney([closing.principal, closing.penalty]),
};

const by =
  (name: keyof typeof FIGURES) =>
  (one: Row, other: Row): number =>
    compareFigures(FIGURES[name](one), FIGURES[name](other));
const ORDERS = {
  opening: by('opening'),
  charged: by('charged'),
  recalculated: by('recalculated'),
  penalty: by('penalty'),
  paid: by('paid'),
  storno: by('storno'),
  closing: by('closing'),
};
const byText =
  (textOf: (row: AccountTurnover) => string) =>
  (one: Row, other: Row): number =>
    // Sorted lists have no totals of houses.
    isHouse(one) || isHouse(other) ? 0 : naturalOrder(textOf(one), textOf(other));
const byNumber = byText(({ accountNumber }) => accountNumber);
const byAddress = byText(({ address }) => address);
const byPayer = byText(({ payer }) => payer);

function shown(amount: string): string {
  return signOf(amount) === 0 ? '–' : showFigure(amount);
}
