// The booked penalties of an account as a court needs them: each month's debt with its days, rates and amounts.
import type { CourtCalculation } from '@kvartplata/contracts/billing/account-reports.ts';
import type { ReactElement } from 'react';
import { showDay, showMonth } from '../../lib/days.ts';
import { showExactFigure, showFigure, showShortFigure } from '../../lib/figures.ts';
import { said } from '../../lib/said.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    penalty: 'Начислено пеней',
    brought: 'Начальный остаток пеней',
    paid: 'Оплачено пеней',
    owed: 'Осталось пеней',
    countedTo: 'Посчитано по',
    none: 'Пени по этому счёту не начислялись.',
    debt: (month: string, debt: string, dueDate: string, penalty: string) =>
      `${month}: долг ${debt}, оплатить до ${dueDate}, пени ${penalty}`,
    kind: { utilities: '', 'major-repairs': ', взносы на капитальный ремонт' },
    days: 'Дни',
    count: 'Дней',
    amount: 'Долг',
    rate: 'Ставка, %',
    fraction: 'Доля',
    basis: 'Основание',
    cost: 'Пени, ₽',
    control: (amount: string) =>
      `Сумма по месяцам отличается от проведённой на ${amount} ₽: сообщите администратору.`,
  },
  {
    penalty: 'Penalties booked',
    brought: 'Penalties brought along',
    paid: 'Penalties paid',
    owed: 'Penalties owed',
    countedTo: 'Counted up to',
    none: 'No penalties booked for this account.',
    debt: (month, debt, dueDate, penalty) =>
      `${month}: debt ${debt}, due on ${dueDate}, penalty ${penalty}`,
    kind: { utilities: '', 'major-repairs': ', contributions for major repairs' },
    days: 'Days',
    count: 'Number',
    amount: 'Debt',
    rate: 'Rate, %',
    fraction: 'Fraction',
    basis: 'Basis',
    cost: 'Penalty, ₽',
    control: (amount) =>
      `The sum of the months differs from the booked amount by ${amount} ₽: tell the administrator.`,
  },
);

export function CourtSheet({ court }: { readonly court: CourtCalculation }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { totals, items, countedTo, remarks } = court;
  if (items.length === 0) return <Empty>{t.none}</Empty>;
  const facts: readonly (readonly [string, string])[] = [
    [t.penalty, showFigure(totals.booked)],
    ...(totals.brought === '0.00' ? [] : [[t.brought, showFigure(totals.brought)] as const]),
    [t.paid, showFigure(totals.paid)],
    [t.owed, showFigure(totals.owed)],
    ...(countedTo === null ? [] : [[t.countedTo, showDay(countedTo)] as const]),
  ];
  return (
    <>
      <dl className="figures">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {totals.control !== '0.00' && (
        <p className="table-note debt">{t.control(showFigure(totals.control))}</p>
      )}
      {remarks.map((remark) => (
        <p key={remark.code} className="table-note odd">
          {said(remark, language)}
        </p>
      ))}
      {items.map((item) => (
        <MonthOfDebt key={`${item.period} ${item.kind}`} item={item} />
      ))}
    </>
  );
}

function MonthOfDebt({
  item: { period, kind, dueDate, debtAmount, penalty, lines },
}: {
  readonly item: CourtCalculation['items'][number];
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const title =
    t.debt(
      showMonth(period, language),
      showFigure(debtAmount),
      showDay(dueDate),
      showFigure(penalty),
    ) + t.kind[kind];
  return (
    <details className="fold">
      <summary>{title}</summary>
      <Table
        caption={title}
        rows={lines}
        keyOf={({ from, debtAmount: part }) => `${from} ${part}`}
        columns={[
          {
            title: t.days,
            isName: true,
            cell: ({ from, to }) => `${showDay(from)} – ${showDay(to)}`,
          },
          { title: t.count, isFigure: true, cell: ({ days }) => days },
          {
            title: t.amount,
            isFigure: true,
            cell: (line) => showFigure(line.debtAmount),
          },
          {
            title: t.rate,
            isFigure: true,
            isExtra: true,
            cell: ({ rate }) => showShortFigure(rate),
          },
          { title: t.fraction, isFigure: true, isExtra: true, cell: (line) => line.fraction },
          {
            title: t.basis,
            isExtra: true,
            cell: ({ basis }) => <span className="small soft">{said(basis, language)}</span>,
          },
          {
            title: t.cost,
            isFigure: true,
            cell: ({ amount }) => showExactFigure(amount),
          },
        ]}
      />
    </details>
  );
}
