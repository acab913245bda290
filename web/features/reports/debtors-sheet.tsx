// The debtors: their debts by age as a picture with its figures, then account by account.
import type {
  Debtor,
  DebtorsReport,
  DebtorsTotals,
} from '@kvartplata/contracts/billing/debtors.ts';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { StackBar } from '../../ui/charts/share-bar.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { AGES } from './debtors.ts';

const WORDS = inBoth(
  {
    caption: 'Должники',
    account: 'Счёт',
    payer: 'Плательщик',
    address: 'Адрес',
    total: 'Долг',
    penalty: 'в т. ч. пени',
    months: 'Месяцев',
    oldest: 'Старший',
    together: (count: number) => counted(count, 'должник', 'должника', 'должников'),
    age: {
      notDue: 'срок не настал',
      days0to30: 'до 30 дней',
      days31to90: '31–90 дней',
      days91to180: '91–180 дней',
      days181to365: '181–365 дней',
      over365: 'больше года',
    },
    penalties: 'пени',
    barred: 'в т. ч. с истёкшей давностью',
    none: 'Просроченных долгов нет.',
  },
  {
    caption: 'Debtors',
    account: 'Account',
    payer: 'Payer',
    address: 'Address',
    total: 'Debt',
    penalty: 'incl. penalty',
    months: 'Months',
    oldest: 'Oldest',
    together: (count) => countedEn(count, 'debtor'),
    age: {
      notDue: 'not due yet',
      days0to30: 'up to 30 days',
      days31to90: '31–90 days',
      days91to180: '91–180 days',
      days181to365: '181–365 days',
      over365: 'over a year',
    },
    penalties: 'penalties',
    barred: 'incl. time-barred',
    none: 'No overdue debts.',
  },
);

export function DebtorsSheet({
  query,
  totals,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<DebtorsReport>>;
  /** Of all pages. */
  readonly totals: DebtorsTotals;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  if (totals.debtors === 0) return <Empty>{t.none}</Empty>;
  return (
    <>
      <div className="ages">
        <StackBar parts={AGES.map((age) => ({ key: age, amount: totals[age] }))} />
        <dl className="figures">
          {AGES.map((age) => (
            <div key={age}>
              <dt className={`age ${age}`}>{t.age[age]}</dt>
              <dd>{showFigure(totals[age])}</dd>
            </div>
          ))}
          <div>
            <dt>{t.penalties}</dt>
            <dd>{showFigure(totals.penalty)}</dd>
          </div>
          {signOf(totals.timeBarred) > 0 && (
            <div>
              <dt>{t.barred}</dt>
              <dd>{showFigure(totals.timeBarred)}</dd>
            </div>
          )}
        </dl>
      </div>
      <PagedTable
        query={query}
        caption={t.caption}
        empty={<Empty>{t.none}</Empty>}
        keyOf={({ personalAccountId }) => personalAccountId}
        columns={[
          {
            title: t.account,
            isName: true,
            total: t.together(totals.debtors),
            cell: ({ personalAccountId, accountNumber }) => (
              <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
                {accountNumber}
              </Link>
            ),
          },
          { title: t.payer, cell: ({ payer }) => payer },
          { title: t.address, isExtra: true, cell: ({ address }) => address },
          { title: t.months, isFigure: true, cell: (row) => row.monthsOfDebt },
          {
            title: t.oldest,
            isExtra: true,
            cell: ({ oldestMonth }) =>
              oldestMonth === null ? '' : showMonth(oldestMonth, language),
          },
          figure(t.barred, 'timeBarred', totals, true),
          figure(t.penalty, 'penalty', totals, true),
          figure(t.total, 'total', totals, false),
        ]}
      />
    </>
  );
}

function figure(
  title: string,
  name: 'penalty' | 'timeBarred' | 'total',
  totals: DebtorsTotals,
  isExtra: boolean,
): Column<Debtor> {
  return {
    title,
    isFigure: true,
    isExtra,
    cell: (row) => (signOf(row[name]) === 0 ? '–' : showFigure(row[name])),
    total: showFigure(totals[name]),
  };
}
