// The reconciliation: an account month by month, for both sides to sign.
import type {
  Reconciliation,
  ReconciledMonth,
} from '@kvartplata/contracts/billing/account-reports.ts';
import type { ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Empty } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Акт сверки',
    month: 'Месяц',
    opening: 'На начало',
    charged: 'Начислено',
    penaltyAccrued: 'Пени',
    paid: 'Оплачено',
    storno: 'Сторно',
    closing: 'На конец',
    together: 'Итого',
    none: 'За эти месяцы проводок нет.',
    kinds: (principal: string, penalty: string) =>
      `На конец: основной долг ${principal}, пени ${penalty}.`,
  },
  {
    caption: 'Reconciliation statement',
    month: 'Month',
    opening: 'Opening',
    charged: 'Charged',
    penaltyAccrued: 'Penalty',
    paid: 'Paid',
    storno: 'Storno',
    closing: 'Closing',
    together: 'Total',
    none: 'No entries in these months.',
    kinds: (principal, penalty) => `At the end: principal ${principal}, penalty ${penalty}.`,
  },
);

type Summed = keyof Reconciliation['totals'];

export function ReconciliationTable({ act }: { readonly act: Reconciliation }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const summed = (name: Summed, isExtra: boolean): Column<ReconciledMonth> => ({
    title: t[name],
    isFigure: true,
    isExtra,
    cell: (month) => shown(month[name]),
    total: shown(act.totals[name]),
  });
  if (act.items.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <>
      <Table
        caption={t.caption}
        rows={act.items}
        keyOf={({ period }) => period}
        columns={[
          {
            title: t.month,
            isName: true,
            total: t.together,
            cell: ({ period }) => showMonth(period, language),
          },
          {
            title: t.opening,
            isFigure: true,
            isExtra: true,
            cell: ({ opening }) => showFigure(opening),
            total: showFigure(act.opening),
          },
          summed('charged', false),
          summed('penaltyAccrued', true),
          summed('paid', false),
          summed('storno', true),
          {
            title: t.closing,
            isFigure: true,
            cell: ({ closing }) => showFigure(closing),
            total: showFigure(act.closing),
          },
        ]}
      />
      <p className="table-note">
        {t.kinds(showFigure(act.closingByKind.principal), showFigure(act.closingByKind.penalty))}
      </p>
    </>
  );
}

function shown(amount: string): string {
  return signOf(amount) === 0 ? '–' : showFigure(amount);
}
