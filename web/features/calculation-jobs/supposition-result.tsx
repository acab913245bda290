// What a supposition comes to: the totals, and each account before, after and by how much.
import type { DryRun } from '@kvartplata/contracts/billing/dry-runs.ts';
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { compareFigures, showFigure, signOf } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { LongTable } from '../../ui/long-table.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';

const WORDS = inBoth(
  {
    title: 'Что получится',
    changed: (changed: number, all: number) => `Изменится у ${changed} из ${all} счетов.`,
    onlyChanged: 'Только те, что меняются',
    none: 'Ни у кого ничего не меняется.',
    skipped: (count: number) => `Посчитать не удалось: ${count}`,
    account: 'Счёт',
    house: 'Дом',
    before: 'Сейчас, ₽',
    after: 'Стало бы, ₽',
    difference: 'Разница, ₽',
    together: 'Итого',
  },
  {
    title: 'What it comes to',
    changed: (changed, all) => `Changes for ${changed} of ${all} accounts.`,
    onlyChanged: 'Only those that change',
    none: 'Nothing changes for anybody.',
    skipped: (count) => `Could not be calculated: ${count}`,
    account: 'Account',
    house: 'House',
    before: 'Now, ₽',
    after: 'Would be, ₽',
    difference: 'Difference, ₽',
    together: 'Total',
  },
);

export function SuppositionResult({
  of,
  houseNameOf,
  accountNameOf,
}: {
  readonly of: DryRun;
  readonly houseNameOf: (houseId: number) => ReactNode;
  readonly accountNameOf: (accountId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const [isChangedOnly, setChangedOnly] = useState(true);
  const { totals, accounts } = of;
  const shown = isChangedOnly
    ? accounts.filter(({ difference }) => signOf(difference) !== 0)
    : accounts;
  return (
    <Sheet
      title={t.title}
      actions={
        <label className="check">
          <input
            type="checkbox"
            checked={isChangedOnly}
            onChange={(event) => setChangedOnly(event.target.checked)}
          />
          {t.onlyChanged}
        </label>
      }
    >
      <p className="table-note" role="status">
        {t.changed(totals.changedAccounts, totals.accounts)}
      </p>
      {of.skippedCount > 0 && <Skipped of={of} nameOf={accountNameOf} />}
      {shown.length === 0 ? (
        <Empty>{t.none}</Empty>
      ) : (
        <Accounts of={of} rows={shown} houseNameOf={houseNameOf} />
      )}
    </Sheet>
  );
}

function Skipped({
  of: { skipped, skippedCount },
  nameOf,
}: {
  readonly of: DryRun;
  readonly nameOf: (accountId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  return (
    <details className="table-note">
      <summary className="odd">{t.skipped(skippedCount)}</summary>
      <ul className="small">
        {skipped.slice(0, SHOWN_SKIPPED).map((one) => (
          <li key={`${one.personalAccountId} ${skipWords(one).en}`}>
            {nameOf(one.personalAccountId)}: {skipWords(one)[language]}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Accounts({
  of: { period, totals },
  rows,
  houseNameOf,
}: {
  readonly of: DryRun;
  readonly rows: readonly Row[];
  readonly houseNameOf: (houseId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <LongTable
      caption={t.title}
      rows={rows}
      keyOf={({ personalAccountId }) => personalAccountId}
      columns={[
        {
          title: t.account,
          isName: true,
          total: t.together,
          cell: ({ personalAccountId, accountNumber }) => (
            <Link
              to="/accounts/$accountId"
              params={{ accountId: String(personalAccountId) }}
              search={{ period }}
            >
              {accountNumber}
            </Link>
          ),
        },
        { title: t.house, isExtra: true, cell: ({ houseId }) => houseNameOf(houseId) },
        {
          title: t.before,
          isFigure: true,
          cell: ({ before }) => (before === null ? '–' : showFigure(before)),
          total: showFigure(totals.before),
          sortAs: 'before',
          order: byBefore,
        },
        {
          title: t.after,
          isFigure: true,
          cell: ({ after }) => showFigure(after),
          total: showFigure(totals.after),
          sortAs: 'after',
          order: byAfter,
        },
        {
          title: t.difference,
          isFigure: true,
          cell: ({ difference }) => showFigure(difference),
          total: showFigure(totals.difference),
          sortAs: 'difference',
          order: byDifference,
        },
      ]}
    />
  );
}

const SHOWN_SKIPPED = 50;

type Row = DryRun['accounts'][number];
const byBefore = (one: Row, other: Row): number =>
  compareFigures(one.before ?? '0.00', other.before ?? '0.00');
const byAfter = (one: Row, other: Row): number => compareFigures(one.after, other.after);
const byDifference = (one: Row, other: Row): number =>
  compareFigures(one.difference, other.difference);
