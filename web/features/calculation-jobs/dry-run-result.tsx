// What a dry run comes to: by account and in all what stands, what it would be, and the difference; and who cannot be charged.
import type { DryRun } from '@kvartplata/contracts/billing/dry-runs.ts';
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import type { ReactElement } from 'react';
import { compareFigures, showFigure } from '../../lib/figures.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { LongTable } from '../../ui/long-table.tsx';
import { Empty } from '../../ui/states.tsx';

const WORDS = inBoth(
  {
    changes: (changed: number, all: number) =>
      `Изменится у ${counted(changed, 'счёта', 'счетов', 'счетов')} из ${all}.`,
    same: 'Ни у кого ничего не изменится.',
    none: 'За этот месяц никому ничего не начислить.',
    skipped: (count: number) =>
      `Не посчитано полностью: ${counted(count, 'причина', 'причины', 'причин')}`,
    caption: 'Что изменится по счетам',
    account: 'Счёт',
    before: 'Начислено, ₽',
    after: 'Станет, ₽',
    difference: 'Разница, ₽',
    together: 'Итого',
  },
  {
    changes: (changed, all) => `Changes ${countedEn(changed, 'account')} of ${all}.`,
    same: 'Nothing changes for anybody.',
    none: 'Nobody would be charged anything for this month.',
    skipped: (count) => `Not charged in full: ${countedEn(count, 'reason')}`,
    caption: 'Changes by account',
    account: 'Account',
    before: 'Charged, ₽',
    after: 'Would be, ₽',
    difference: 'Difference, ₽',
    together: 'Total',
  },
);
const SHOWN_SKIPPED = 10;
const NOTHING = '—';

type Row = DryRun['accounts'][number];

export function DryRunResult({ tried }: { readonly tried: DryRun }): ReactElement {
  const t = useWords(WORDS);
  const { totals, accounts, skippedCount } = tried;
  return (
    <div className="stack" role="status">
      {accounts.length > 0 && (
        <p className="table-note">
          {totals.changedAccounts === 0
            ? t.same
            : t.changes(totals.changedAccounts, totals.accounts)}
        </p>
      )}
      {skippedCount > 0 && <Skipped tried={tried} />}
      {accounts.length === 0 ? <Empty>{t.none}</Empty> : <Accounts tried={tried} />}
    </div>
  );
}

function Accounts({ tried: { totals, accounts } }: { readonly tried: DryRun }): ReactElement {
  const t = useWords(WORDS);
  return (
    <LongTable
      caption={t.caption}
      rows={accounts}
      keyOf={({ personalAccountId }) => personalAccountId}
      columns={[
        {
          title: t.account,
          isName: true,
          total: t.together,
          cell: ({ accountNumber }) => accountNumber,
        },
        {
          title: t.before,
          isFigure: true,
          isExtra: true,
          cell: ({ before }) => (before === null ? NOTHING : showFigure(before)),
          total: showFigure(totals.before),
        },
        {
          title: t.after,
          isFigure: true,
          isExtra: true,
          cell: ({ after }) => showFigure(after),
          total: showFigure(totals.after),
        },
        {
          title: t.difference,
          isFigure: true,
          order: byDifference,
          cell: ({ difference }) => showFigure(difference),
          total: showFigure(totals.difference),
        },
      ]}
    />
  );
}

const byDifference = (one: Row, other: Row): number =>
  compareFigures(one.difference, other.difference);

function Skipped({
  tried: { accounts, skipped, skippedCount },
}: {
  readonly tried: DryRun;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const numbers = new Map(
    accounts.map(({ personalAccountId, accountNumber }) => [personalAccountId, accountNumber]),
  );
  // Where everybody has the same reason it is said once.
  const reasons = Map.groupBy(skipped, (one) => skipWords(one)[language]);
  const whose = (ids: readonly number[]): string =>
    ids.length === 1 ? `${numbers.get(ids[0] ?? 0) ?? ids[0]}: ` : '';
  return (
    <details className="table-note" open>
      <summary className="odd">{t.skipped(skippedCount)}</summary>
      <ul className="small">
        {[...reasons].slice(0, SHOWN_SKIPPED).map(([words, all]) => (
          <li key={words}>
            {whose(all.map(({ personalAccountId }) => personalAccountId))}
            {words}
          </li>
        ))}
      </ul>
    </details>
  );
}
