// The debtors: a chart of their debts by age with its figures, then account by account.
import type {
  Debtor,
  DebtorsReport,
  DebtorsTotals,
} from '@kvartplata/contracts/billing/debtors.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { showSinceMonth, showUntilMonth } from '../../lib/days.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { StackBar } from '../../ui/charts/share-bar.tsx';
import { Identifier } from '../../ui/identifier.tsx';
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
    months: 'Месяцев долга',
    barred: 'С истёкшей давностью, ₽',
    penalty: 'Пени, ₽',
    total: 'Долг, ₽',
    action: 'Действие',
    together: (count: number) => counted(count, 'должник', 'должника', 'должников'),
    sums: {
      debtors: 'Должников',
      total: 'Долг вместе с пенями, ₽',
      overdue: 'Просрочено, ₽',
      penalty: 'Пени, ₽',
      timeBarred: 'С истёкшей давностью, ₽',
    },
    ages: 'Долг без пеней по срокам, ₽',
    age: {
      notDue: 'срок не настал',
      days0to30: 'до 30 дней',
      days31to90: '31–90 дней',
      days91to180: '91–180 дней',
      days181to365: '181–365 дней',
      over365: 'больше года',
    },
    none: 'Просроченных долгов нет.',
    nothing: 'По этим условиям должников нет.',
    plan: (until: string) => `рассрочка ${until}`,
  },
  {
    caption: 'Debtors',
    account: 'Account',
    payer: 'Payer',
    address: 'Address',
    months: 'Overdue months',
    barred: 'Time-barred, ₽',
    penalty: 'Penalties, ₽',
    total: 'Debt, ₽',
    action: 'Action',
    together: (count) => countedEn(count, 'debtor'),
    sums: {
      debtors: 'Debtors',
      total: 'Debt with penalties, ₽',
      overdue: 'Overdue, ₽',
      penalty: 'Penalties, ₽',
      timeBarred: 'Time-barred, ₽',
    },
    ages: 'Debt without penalties by age, ₽',
    age: {
      notDue: 'not due yet',
      days0to30: 'up to 30 days',
      days31to90: '31–90 days',
      days91to180: '91–180 days',
      days181to365: '181–365 days',
      over365: 'over a year',
    },
    none: 'No overdue debts.',
    nothing: 'No debtors match.',
    plan: (until) => `instalments ${until}`,
  },
);

export function DebtorsSheet({
  query,
  totals,
  isNarrowed,
  actionsOf,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<DebtorsReport>>;
  /** Over all pages. */
  readonly totals: DebtorsTotals;
  /** Whether only some accounts are included. */
  readonly isNarrowed: boolean;
  /** The actions on a debtor, for users who may. */
  readonly actionsOf?: ((debtor: Debtor) => ReactNode) | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const columns = useDebtorColumns(totals, actionsOf);
  if (totals.debtors === 0) return <Empty>{isNarrowed ? t.nothing : t.none}</Empty>;
  return (
    <>
      <Sums totals={totals} />
      <PagedTable
        query={query}
        caption={t.caption}
        empty={<Empty>{t.none}</Empty>}
        keyOf={({ personalAccountId }) => personalAccountId}
        columns={columns}
      />
    </>
  );
}

/** The total debt, first as a whole and then by age. */
function Sums({ totals }: { readonly totals: DebtorsTotals }): ReactElement {
  const t = useWords(WORDS);
  const overdue = sumOfMoney(AGES.filter((age) => age !== 'notDue').map((age) => totals[age]));
  const sums: readonly (readonly [string, string])[] = [
    [t.sums.debtors, showFigure(String(totals.debtors))],
    [t.sums.total, showFigure(totals.total)],
    [t.sums.overdue, showFigure(overdue)],
    [t.sums.penalty, showFigure(totals.penalty)],
    ...(signOf(totals.timeBarred) > 0
      ? [[t.sums.timeBarred, showFigure(totals.timeBarred)] as const]
      : []),
  ];
  return (
    <>
      <dl className="figures">
        {sums.map(([name, sum]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sum}</dd>
          </div>
        ))}
      </dl>
      <div className="ages">
        <p className="small soft">{t.ages}</p>
        <StackBar parts={AGES.map((age) => ({ key: age, amount: totals[age] }))} />
        <dl className="figures">
          {AGES.map((age) => (
            <div key={age}>
              <dt className={`age ${age}`}>{t.age[age]}</dt>
              <dd>{showFigure(totals[age])}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}

function useDebtorColumns(
  totals: DebtorsTotals,
  actionsOf: ((debtor: Debtor) => ReactNode) | undefined,
): readonly Column<Debtor>[] {
  const t = useWords(WORDS);
  const language = useLanguage();
  return [
    {
      title: t.account,
      isName: true,
      total: t.together(totals.debtors),
      cell: ({ personalAccountId, accountNumber, instalmentUntil }) => (
        <>
          <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
            <Identifier>{accountNumber}</Identifier>
          </Link>{' '}
          {instalmentUntil !== null && (
            <span className="badge">{t.plan(showUntilMonth(instalmentUntil, language))}</span>
          )}
        </>
      ),
    },
    { title: t.payer, cell: ({ payer }) => payer },
    { title: t.address, isExtra: true, cell: ({ address }) => unbroken(address) },
    {
      title: t.months,
      isFigure: true,
      isExtra: true,
      cell: ({ monthsOfDebt, oldestMonth }) => (
        <>
          {oldestMonth !== null && (
            <span className="small soft">{showSinceMonth(oldestMonth, language)} </span>
          )}
          {monthsOfDebt === 0 ? '–' : monthsOfDebt}
        </>
      ),
    },
    // A column of dashes would be useless.
    ...(signOf(totals.timeBarred) > 0 ? [figure(t.barred, 'timeBarred', totals, true)] : []),
    figure(t.penalty, 'penalty', totals, true),
    figure(t.total, 'total', totals, false),
    ...(actionsOf === undefined
      ? []
      : [{ title: t.action, isAction: true as const, cell: actionsOf }]),
  ];
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
