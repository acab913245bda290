// An account month by month; choosing a month shows its details.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import type { ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { accountMonths } from './account-months.ts';

const WORDS = inBoth(
  {
    caption: 'По месяцам',
    month: 'Месяц',
    charged: 'Начислено',
    penalty: 'Пени',
    paid: 'Оплачено',
    storno: 'Сторно',
    closing: 'Сальдо',
    none: 'По счёту ещё ничего не проведено.',
  },
  {
    caption: 'By month',
    month: 'Month',
    charged: 'Charged',
    penalty: 'Penalty',
    paid: 'Paid',
    storno: 'Storno',
    closing: 'Balance',
    none: 'Nothing booked for this account yet.',
  },
);

export function MonthTable({
  entries,
  chosen,
  onChoose,
}: {
  readonly entries: readonly LedgerEntry[];
  readonly chosen: string | undefined;
  readonly onChoose: (period: string) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const months = accountMonths(entries);
  if (months.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <Table
      caption={t.caption}
      rows={months}
      keyOf={({ period }) => period}
      isChosen={({ period }) => period === chosen}
      columns={[
        {
          title: t.month,
          isName: true,
          cell: ({ period }) => (
            <button
              className="link"
              type="button"
              aria-pressed={period === chosen}
              onClick={() => onChoose(period)}
            >
              {showMonth(period, language)}
            </button>
          ),
        },
        { title: t.charged, isFigure: true, cell: ({ charged }) => amount(charged) },
        { title: t.penalty, isFigure: true, isExtra: true, cell: ({ penalty }) => amount(penalty) },
        { title: t.paid, isFigure: true, cell: ({ paid }) => amount(paid) },
        { title: t.storno, isFigure: true, isExtra: true, cell: ({ storno }) => amount(storno) },
        {
          title: t.closing,
          isFigure: true,
          cell: ({ closing }) => (
            <span className={signOf(closing) > 0 ? 'debt' : 'credit'}>{showFigure(closing)}</span>
          ),
        },
      ]}
    />
  );
}

/** Zero is a dash, so that the other amounts stand out. */
function amount(text: string): ReactElement | string {
  return signOf(text) === 0 ? <span className="soft">–</span> : showFigure(text);
}
