// The turnover of a house, a row per account; each opens to its documents.
import type { AccountTurnover, TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { compareFigures, showFigure, signOf } from '../../lib/figures.ts';
import { hasWords } from '../../lib/has-words.ts';
import { useAddressWords } from '../../lib/list-address.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { AddressSearch } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Оборотно-сальдовая ведомость',
    search: 'Счёт или плательщик',
    account: 'Счёт',
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
    account: 'Account',
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

type Row = AccountTurnover;
type Turnovers = TurnoverReport['totals'];

export function TurnoverTable({
  report,
  detail,
}: {
  readonly report: TurnoverReport;
  /** The content of an open row. */
  readonly detail: (row: AccountTurnover) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const { words } = useAddressWords();
  const [opened, setOpened] = useState<number>();
  const rows = useMemo(
    () =>
      report.accounts.filter(({ accountNumber, payer }) =>
        hasWords(`${accountNumber} ${payer}`, words),
      ),
    [report, words],
  );
  // With a search, the total would look like that of the shown rows.
  const totals = words === '' ? report.totals : undefined;
  const columns: readonly Column<Row>[] = [
    {
      title: t.account,
      isName: true,
      sortAs: 'number',
      order: byNumber,
      total: totals && t.together,
      cell: ({ personalAccountId, accountNumber }) => (
        <button
          className="link"
          type="button"
          aria-expanded={personalAccountId === opened}
          onClick={() => setOpened(personalAccountId === opened ? undefined : personalAccountId)}
        >
          <Identifier>{accountNumber}</Identifier>
        </button>
      ),
    },
    {
      title: t.payer,
      isExtra: true,
      sortAs: 'payer',
      order: byPayer,
      cell: ({ payer }) => payer,
    },
    ...figures(t, totals),
  ];
  if (report.accounts.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <>
      <div className="head">
        <AddressSearch label={t.search} />
      </div>
      {rows.length === 0 ? (
        <Empty>{t.notFound}</Empty>
      ) : (
        <LongTable
          caption={t.caption}
          rows={rows}
          keyOf={({ personalAccountId }) => personalAccountId}
          detail={(row) => (row.personalAccountId === opened ? detail(row) : undefined)}
          columns={columns}
        />
      )}
    </>
  );
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
const byNumber = (one: Row, other: Row): number =>
  naturalOrder(one.accountNumber, other.accountNumber);
const byPayer = (one: Row, other: Row): number => naturalOrder(one.payer, other.payer);

function shown(amount: string): string {
  return signOf(amount) === 0 ? '–' : showFigure(amount);
}
